// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ComparisonName } from '../command-line.ts';
import type { Run } from '../measure/run-measured.ts';
import { openWorld } from '../scenarios/bench-world.ts';
import { grounds, tellError } from '../scenarios/grounds.ts';
import { currentCommit, machineFacts } from '../scenarios/result-file.ts';
import { StrataStack } from '../subjects/strata-stack.ts';
import { readAuditSpans } from './audit-spans.ts';
import { readEngineSpans } from './engine-spans.ts';
import { tracedOperations } from './parts.ts';
import type { TracedOperation } from './parts.ts';
import { readNodeRun } from './node-spans.ts';
import type { CpuProfile, NodeRun } from './node-spans.ts';
import { traceOf } from './operation-trace.ts';
import type { OperationTrace } from './operation-trace.ts';
import type { Traces } from './traces-file.ts';

const runs: Readonly<Record<TracedOperation, (stack: StrataStack) => Promise<Run>>> = {
  create: (stack) => stack.up(),
  preview: (stack) => stack.preview(),
  drift: (stack) => stack.drift(),
  destroy: (stack) => stack.destroy(),
};

/** Returns the milliseconds of the epoch at the zero of `process.hrtime`. */
const clockZero = () => Date.now() - Number(process.hrtime.bigint()) / 1e6;

function readNodeRuns(folder: string): readonly NodeRun[] {
  const clock = clockZero();
  return readdirSync(folder).map((name) =>
    readNodeRun(JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile, clock),
  );
}

/** Runs an operation, and returns its trace. */
async function trace(
  operation: TracedOperation,
  stack: StrataStack,
  folder: string,
  auditLogs: readonly string[],
): Promise<OperationTrace> {
  const profiles = join(folder, operation);
  const spans = join(folder, `${operation}.json`);
  mkdirSync(profiles);
  const traced = stack.with(['--otel-traces', `file://${spans}`], {
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}`,
    // With spans of its own the program would load all of the SDK, and take much longer.
    OTEL_SDK_DISABLED: 'true',
  });
  const begin = Date.now();
  const { seconds } = await runs[operation](traced);
  return traceOf({
    operation,
    life: { begin, end: begin + seconds * 1_000 },
    engine: readEngineSpans(readFileSync(spans, 'utf8')),
    nodes: readNodeRuns(profiles),
    requests: auditLogs.flatMap((file) => readAuditSpans(readFileSync(file, 'utf8'))),
  });
}

/** Makes, looks at and destroys a stack once, and returns a trace of each operation. */
export async function recordTraces(scenario: ComparisonName): Promise<Traces> {
  const machine = machineFacts();
  const world = await openWorld();
  try {
    const folder = world.folderOf('trace');
    const auditLogs: string[] = [];
    const { compared, publish } = await grounds[scenario](world, tellError, false, (cluster) => {
      auditLogs.push(join(folder, `audit-${cluster}.log`));
      return auditLogs.at(-1) ?? '';
    });
    try {
      const engine = world.engine(scenario, compared.yard.servers);
      await publish(engine);
      const stack = await StrataStack.make(engine, compared.place, compared.configs.base);
      // Afterwards everything has been compiled once.
      await stack.preview();
      const operations: OperationTrace[] = [];
      for (const operation of tracedOperations) {
        if (operation === 'destroy') await sleep((compared.rest ?? 0) * 1_000);
        const traced = await trace(operation, stack, folder, auditLogs);
        console.log(
          `${scenario}: ${operation} traced: ${(traced.milliseconds / 1_000).toFixed(2)} s`,
        );
        operations.push(traced);
      }
      return { at: new Date().toISOString(), commit: currentCommit(), machine, operations };
    } finally {
      await compared.yard.close();
    }
  } finally {
    world.close();
  }
}
