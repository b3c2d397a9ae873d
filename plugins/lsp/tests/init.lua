-- What docs/howto/editors.md says of Neovim, for every version that has a language client.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.pbn", "*.dlm", "*.lin" },
  callback = function(event)
    local settings = { name = "overtrick", cmd = { "overtrick-lsp" } }
    if vim.lsp.start then
      vim.lsp.start(settings, { bufnr = event.buf })
    else
      vim.lsp.buf_attach_client(event.buf, vim.lsp.start_client(settings))
    end
  end,
})
