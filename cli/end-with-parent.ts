/** When whoever started this process with a channel is gone, however it ended, it stops too, as if interrupted. */
export function endWithParent(): void {
  if (process.channel === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGINT'))
  process.channel.unref()
}
