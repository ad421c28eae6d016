// A field that lies over a node of a tree, to type a value into.

/** Put the field where `box` is, a rectangle of the window, and within `stage`, the element that holds the field. */
export function placeOver(field, stage, box) {
  const around = stage.getBoundingClientRect();
  const width = Math.max(62, box.width + 12);
  const height = Math.max(34, box.height + 6);
  const left = box.left - around.left + box.width / 2 - width / 2;
  const top = box.top - around.top + box.height / 2 - height / 2;
  Object.assign(field.style, {
    width: `${width}px`,
    height: `${height}px`,
    left: `${Math.max(2, Math.min(around.width - width - 2, left))}px`,
    top: `${top}px`,
  });
}
