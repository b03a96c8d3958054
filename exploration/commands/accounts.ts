import type { AnyStepKind } from '../step.ts'
export const accountSteps: readonly AnyStepKind[] = []
