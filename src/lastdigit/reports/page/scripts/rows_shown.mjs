// Whether a row of a comparison is of a kind of change, or stops the gate, and has all of some words.
export function isShown(row, text, change, words) {
  const ofKind = !change || (change === "stops" ? "stops" in row : row.change === change);
  return (
    ofKind &&
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}
