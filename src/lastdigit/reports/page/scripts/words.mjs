// What things are called, by which symbol and in which order, is told by the page's data.
export function wordsOf(plain) {
  return {
    ...plain,
    states: plain.states.map(([name]) => name),
    symbols: Object.fromEntries(plain.states.map(([name, symbol]) => [name, symbol])),
    names: Object.fromEntries(plain.states.map(([name, , meaning]) => [name, meaning])),
  };
}
