// Puts the page together; in a browser that cannot decompress, the page says so and keeps its tables of totals.
async function begin() {
  if (!window.DecompressionStream) {
    document.getElementById("too-old").hidden = false;
    return;
  }
  const index = await unpack("index");
  learn(index.words);
  const model = modelOf(index);
  const board = scoreboard(model);
  keys(board);
  copying();
  const implementations = implementationList(model), list = sectionList(model);
  document.body.dataset.ready = "true";
  const link = links(model, list, implementations);
  await link.follow();
  if (!model.index.eager) return;
  await list.everything();
  await link.again();
  document.body.dataset.complete = "true";
}
begin();
