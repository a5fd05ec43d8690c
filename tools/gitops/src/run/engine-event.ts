// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

const state = z.looseObject({
  type: z.string(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
  protect: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
});

const step = z.looseObject({
  metadata: z.looseObject({
    op: z.string(),
    urn: z.string(),
    type: z.string(),
    old: state.nullish(),
    new: state.nullish(),
    diffs: z.array(z.string()).nullish(),
    detailedDiff: z.record(z.string(), z.unknown()).nullish(),
  }),
});

const diagnostic = z.looseObject({
  urn: z.string().optional(),
  message: z.string(),
  severity: z.string(),
});

const policy = z.looseObject({
  resourceUrn: z.string().optional(),
  message: z.string(),
  policyName: z.string(),
  enforcementLevel: z.string(),
});

/**
 * Line of `--event-log`: what Pulumi's engine did or would do. Values that the engine knows as
 * secrets are `[secret]`, except in diagnostics of severity `debug`: there the Node SDK writes
 * answers of providers in plain text, including tokens of accounts. Therefore only the owner can
 * read the log, debug messages are not used, and the log is deleted.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/apitype/events.go
 */
export const engineEvent = z.looseObject({
  preludeEvent: z.looseObject({}).optional(),
  resourcePreEvent: step.optional(),
  resOutputsEvent: step.optional(),
  diagnosticEvent: diagnostic.optional(),
  policyEvent: policy.optional(),
  summaryEvent: z
    .looseObject({ resourceChanges: z.record(z.string(), z.number()).nullish() })
    .optional(),
});

/** Line of the event log. */
export type EngineEvent = z.output<typeof engineEvent>;
/** Resource before and after a step. */
export type StepMetadata = z.output<typeof step>['metadata'];
/** Resource as the state or the program has it. */
export type StepState = z.output<typeof state>;
