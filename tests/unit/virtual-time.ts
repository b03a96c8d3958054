/** A clock that advances only when nothing else runs; each wait ends as late as configured. */
export function virtualTime(lateness: () => number = () => 0) {
  let time = 0
  const waiting: { readonly at: number; readonly wake: () => void }[] = []
  const sleep = (ms: number) =>
    new Promise<void>((wake) => waiting.push({ at: time + ms + lateness(), wake }))
  const settle = () => new Promise<void>((done) => setImmediate(done))
  return {
    now: () => time,
    sleep,
    /** Lets time pass until nothing waits any longer. */
    async drain() {
      for (;;) {
        await settle()
        waiting.sort((one, other) => one.at - other.at)
        const next = waiting.shift()
        if (!next) return
        time = Math.max(time, next.at)
        next.wake()
      }
    },
  }
}

/** Numbers from 0 to 1 that are the same in each run. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16807) % 2147483647) / 2147483647
}
