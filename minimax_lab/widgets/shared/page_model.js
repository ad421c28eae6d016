/** A model for a page without a kernel: it holds what a kernel would hold. */
export function pageModel(state) {
  const listeners = new Map();
  return {
    get: (name) => state[name],
    set: (name, value) => {
      state[name] = value;
      for (const act of listeners.get(`change:${name}`) ?? []) act();
    },
    on: (event, act) => listeners.set(event, [...(listeners.get(event) ?? []), act]),
    off: (event, act) => listeners.set(event, (listeners.get(event) ?? []).filter((other) => other !== act)),
    save_changes: () => {},
  };
}
