/** A recording that cannot be read. */
export class TrafficFileError extends Error {
  override readonly name = 'TrafficFileError'

  /**
   * @param place in the file, such as `entry 3 (line 120)` or a JSON path
   * @param remedy the next step for the person
   */
  constructor(file: string, place: string, found: string, remedy: string) {
    super(`${file}${place === '' ? '' : `, ${place}`}: ${found}\n  → ${remedy}`)
  }
}
