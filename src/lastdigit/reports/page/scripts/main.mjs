// Puts the page together; in a browser that cannot decompress, the page says so and keeps its tables of totals.
import {unpack} from "./blocks.mjs";
import {copying} from "./copy.mjs";
import {implementationList} from "./implementations.mjs";
import {keys} from "./keys.mjs";
import {links} from "./links.mjs";
import {modelOf} from "./model.mjs";
import {scoreboard} from "./scoreboard.mjs";
import {sectionList} from "./sections.mjs";
import {wordsOf} from "./words.mjs";

async function begin() {
  if (!window.DecompressionStream) {
    document.getElementById("too-old").hidden = false;
    return;
  }
  const index = await unpack("index");
  index.words = wordsOf(index.words);
  const model = modelOf(index);
  const board = scoreboard(model);
  keys(board);
  copying();
  const implementations = implementationList(model);
  const list = sectionList(model);
  document.body.dataset.ready = "true";
  const link = links(model, list, implementations);
  await link.follow();
  if (!model.index.eager) return;
  await list.everything();
  await link.again();
  document.body.dataset.complete = "true";
}

begin();
