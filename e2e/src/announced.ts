// SPDX-License-Identifier: Apache-2.0
import { blastRadius, describeBlastRadius, previewDigest } from '@strata/plan-check/blast-radius';
import { judgedBy, type RackSession, type StackName } from '@strata/sandbox';
import { pulumi } from './environment.ts';
import { expectSuccess } from './expect-success.ts';

/** Changes that a preview announces. */
export interface Announced {
  /** How many resources, by what becomes of them. */
  readonly resources: Readonly<Record<string, number>>;
  /** Consequences that people notice, in words. */
  readonly consequences: readonly string[];
}

/** A preview of a stack, to which no policy objects. */
export async function announced(
  session: RackSession,
  name: StackName & { readonly checkout?: string },
  options: readonly string[] = [],
): Promise<Announced> {
  const args = ['preview', '--json', ...judgedBy(name), ...options];
  const ended = await pulumi(session, name, args);
  expectSuccess(ended);
  const preview = JSON.parse(ended.stdout) as { readonly changeSummary: Record<string, number> };
  const verbs = ['create', 'update', 'delete', 'replace'];
  const changed = Object.entries(preview.changeSummary).filter(([verb]) => verbs.includes(verb));
  const radius = blastRadius([previewDigest.parse(preview)]);
  return {
    resources: Object.fromEntries(changed),
    consequences: describeBlastRadius(radius).map((line) => line.trim()),
  };
}
