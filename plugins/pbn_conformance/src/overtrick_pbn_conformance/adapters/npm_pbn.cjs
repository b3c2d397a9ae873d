// The npm package `pbn`: a stream of tags and comments becomes boards of the suite.
//
//     NODE_PATH=.../node_modules node npm_pbn.cjs FILE
//
// The package divides calls and cards by blanks and no further, so that what is glued to them stays.
'use strict';

const fs = require('fs');
const pbn = require('pbn');

const TEXTS = { Event: 'event', Site: 'site', Date: 'date', Scoring: 'scoring', Room: 'room' };
const PLAYERS = { West: 'W', North: 'N', East: 'E', South: 'S' };
const TEAMS = { HomeTeam: 'home', VisitTeam: 'visit' };
const SEATS = 'NESW';
const VULNERABLE = { None: 'None', Love: 'None', '-': 'None', NS: 'NS', EW: 'EW', All: 'All', Both: 'All' };

const boards = [];
let board = null;
let tag = '';

const text = (value) => (value === '?' ? null : value);
const number = (value) => (/^-?\d+$/.test(value) ? Number(value) : value);

function deal(cards) {
  const hands = SEATS.split('').map((seat) => {
    const own = cards.filter((card) => card.seat === seat);
    if (!own.length) return '-';
    const ranks = (suit) => own.filter((card) => card.suit === suit).map((card) => card.rank);
    const order = (rank) => 'AKQJT98765432'.indexOf(rank);
    return ['S', 'H', 'D', 'C']
      .map((suit) => ranks(suit).sort((a, b) => order(a) - order(b)).join(''))
      .join('.');
  });
  return `N:${hands.join(' ')}`;
}

function auction(data) {
  const calls = [];
  const found = { dealer: data.value, calls, ending: 'unknown' };
  for (const word of data.tokens || []) {
    if (word === 'AP') {
      const bids = calls.some((call) => call !== 'Pass');
      let passes = 0;
      while (calls.length > passes && calls[calls.length - 1 - passes] === 'Pass') passes += 1;
      for (let i = passes; i < (bids ? 3 : 4); i += 1) calls.push('Pass');
    } else if (word === '*') found.ending = 'closed';
    else if (word === '+') found.ending = 'open';
    else calls.push(word);
  }
  const length = calls.some((call) => call !== 'Pass') ? 3 : 4;
  const last = calls.slice(-length);
  if (found.ending === 'unknown' && last.length === length && last.every((call) => call === 'Pass')) {
    found.ending = 'complete';
  }
  return found;
}

function play(data) {
  const cards = [];
  const found = { leader: data.value, tricks: [], ending: 'unknown' };
  for (const word of data.tokens || []) {
    if (word === '*') found.ending = 'closed';
    else if (word === '+') {
      found.ending = 'open';
      cards.push(null);
    } else cards.push(word === '-' ? null : word);
  }
  for (let i = 0; i < cards.length; i += 4) {
    const row = cards.slice(i, i + 4);
    while (row.length < 4) row.push(null);
    found.tricks.push(row);
  }
  if (found.ending === 'unknown' && cards.length === 52 && !cards.includes(null)) found.ending = 'complete';
  return found;
}

function score(value) {
  const words = value.split(' ');
  if (words.length === 1) return { declarer: number(value) };
  const found = {};
  for (let i = 0; i + 1 < words.length; i += 2) found[words[i]] = number(words[i + 1]);
  return found;
}

function table(data) {
  const columns = data.value.split(';').map((name) => name.replace(/^[+-]|\\.*$/g, ''));
  const rows = [];
  const cells = data.tokens || [];
  for (let i = 0; i < cells.length; i += columns.length) rows.push(cells.slice(i, i + columns.length));
  return { columns, rows };
}

function take(data) {
  const { name, value } = data;
  if (name in TEXTS) board[TEXTS[name]] = text(value);
  else if (name in PLAYERS) (board.players = board.players || {})[PLAYERS[name]] = text(value);
  else if (name in TEAMS) (board.teams = board.teams || {})[TEAMS[name]] = text(value);
  else if (name === 'Board') board.board = /^\d+$/.test(value) ? Number(value) : text(value);
  else if (name === 'Dealer' || name === 'Declarer') board[name.toLowerCase()] = text(value);
  else if (name === 'Vulnerable') board.vulnerable = VULNERABLE[value] || text(value);
  else if (name === 'Deal') board.deal = data.cards.length ? deal(data.cards) : text(value);
  else if (name === 'Contract') board.contract = text(value);
  else if (name === 'Result') {
    // Tricks of the sides are text to the package: what declarer won is not said.
    if (/^\d*$/.test(value)) board.result = number(value);
    else if (value === '?') board.result = null;
  }
  else if (name === 'Score') board.score = score(value);
  else if (name === 'Auction') board.auction = auction(data);
  else if (name === 'Play') board.play = play(data);
  else if (name === 'Note') {
    // The package gives notes as tags of their own; what refers to them is left in the calls.
  } else if (data.tokens || /Table$/.test(name) && name !== 'Table') {
    (board.grids = board.grids || {})[name] = table(data);
  } else (board.extras = board.extras || {})[`pbn:${name}`] = value;
}

function remark(data) {
  if (board === null) return;
  board.extras = board.extras || {};
  (board.extras['pbn:comments'] = board.extras['pbn:comments'] || []).push([tag, data.text]);
}

let failed = false;
function fail(error) {
  if (!failed) console.log(JSON.stringify({ error: error.message }));
  failed = true;
}

process.on('uncaughtException', fail);
// The standard's character set.
fs.createReadStream(process.argv[2], { encoding: 'latin1' })
  .pipe(pbn())
  .on('data', (data) => {
    if (data.type === 'game') {
      board = {};
      boards.push(board);
      tag = '';
    } else if (data.type === 'tag') {
      tag = data.name;
      take(data);
    } else if (data.type === 'comment') remark(data);
  })
  .on('error', fail)
  .on('end', () => {
    if (!failed) console.log(JSON.stringify({ boards }));
  });
