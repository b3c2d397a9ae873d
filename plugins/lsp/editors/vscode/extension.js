// Starts overtrick-lsp for files of bridge deals.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

exports.activate = function (context) {
  const command = vscode.workspace.getConfiguration("overtrick").get("server");
  client = new LanguageClient(
    "overtrick",
    "overtrick",
    { command, transport: TransportKind.stdio },
    { documentSelector: ["pbn", "dlm", "lin"].map((language) => ({ language })) },
  );
  context.subscriptions.push(client);
  return client.start().catch((error) => {
    vscode.window.showErrorMessage(
      `overtrick: ${command} did not start (${error.message}). ` +
        "Is it installed? python -m pip install overtrick overtrick-pbn overtrick-lsp",
    );
  });
};

exports.deactivate = function () {
  return client === undefined ? undefined : client.stop();
};
