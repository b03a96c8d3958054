/** Instants are milliseconds inside and ISO 8601 in UTC outside, with an offset instead of a Z. */
export const inSeconds = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}+00:00`

export const inMicroseconds = (at: number): string => `${new Date(at).toISOString().slice(0, 23)}000+00:00`

/** The next whole second, so that a timestamp without fraction is exact. */
export const wholeSecondAfter = (at: number): number => Math.ceil(at / 1000) * 1000
