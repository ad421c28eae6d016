// Holds the Python of notebooks to the policy of its page, also on a host that sends no headers: a worker takes the
// policy of the answer that its script came with, but one that is made of a text takes that of the page.
{
  const made = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  // Inside there is no way to a worker that would not be held. (Where memory is shared, the kernel needs one itself.)
  const seal = made("if (!crossOriginIsolated) delete self.Worker;");
  window.Worker = class extends Worker {
    constructor(address, options) {
      const url = new URL(address, document.baseURI).href,
        own = JSON.stringify(url);
      const isModule = options?.type === "module",
        load = isModule ? `import "${seal}"; import ${own};` : `importScripts("${seal}", ${own});`;
      super(/^(blob|data):/.test(url) ? url : made(load), options);
    }
  };
}
