// Loaded into a child process with `--require`: the child ends within a second when its parent is gone, however that
// ended. A child that handles `disconnect` itself has that time to write what it has.
const GRACE_MS = 600

if (process.channel) {
  process.once('disconnect', () => setTimeout(() => process.exit(3), GRACE_MS).unref())
  process.channel.unref()
}
