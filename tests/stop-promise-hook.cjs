/**
 * node:test follows every promise of its process with an async hook, to find the suite in which `describe` and `it` are
 * called. That takes a seventh of the processor time of a test that judges a deployment. Once all files are loaded,
 * nothing needs the hook.
 *
 * Preloaded, since it must see the hook when node:test creates it.
 */
const asyncHooks = require('node:async_hooks')

const { createHook } = asyncHooks
const hooks = []

asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  hooks.push(hook)
  return hook
}

globalThis.stopFollowingPromises = () => {
  for (const hook of hooks.splice(0)) hook.disable()
}
