// SPDX-License-Identifier: Apache-2.0
// The 230 cases of upstream's Cyclonus, asked of the rack: are packets let through exactly where the
// NetworkPolicies allow it? tools/toolchain/cyclonus has the program.
import { consoleReport, ensureToolchain } from '@strata/toolchain';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubectl, openSession } from './environment.ts';

/** Report that tools/toolchain/cyclonus/main.go writes. */
interface Report {
  readonly cases: number;
  readonly steps: number;
  /** Connections that were tried and compared. */
  readonly connections: number;
  readonly seconds: number;
  readonly failures: readonly { readonly case: number; readonly description: string }[];
}

test('every connection of the 230 cases of Cyclonus is what it expects', async () => {
  const toolchain = await ensureToolchain({ tools: ['cyclonus'], report: consoleReport() });
  const session = await openSession();
  const dir = mkdtempSync(join(tmpdir(), 'strata-cyclonus-'));
  try {
    const file = join(dir, 'report.json');
    const program = toolchain.get('cyclonus', 'cyclonus').path;
    const stdio = ['ignore', 'ignore', 'inherit'] as const;
    const code = await session.run([program, '--report', file], { stdio: [...stdio] });
    expect(code).toBe(0);
    const { cases, failures, ...counts } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    process.stdout.write(`Cyclonus: ${JSON.stringify(counts)}\n`);
    expect({ cases, failures }).toEqual({ cases: 230, failures: [] });
  } finally {
    rmSync(dir, { recursive: true });
    await kubectl(session, ['delete', 'namespace', 'x', 'y', 'z', '--wait=false']);
  }
}, 3_600_000);
