export interface StepResult {
  readonly name: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: readonly string[];
  readonly flaky: readonly { readonly name: string; readonly trace: string | null }[];
  readonly skipped: number;
}

export function stepResult(step: {
  readonly name: string;
  readonly seconds: number;
  readonly ok: boolean;
  readonly report?: string | undefined;
}): StepResult;
