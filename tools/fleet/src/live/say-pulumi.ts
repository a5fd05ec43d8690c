// SPDX-License-Identifier: Apache-2.0
import type { PulumiResult } from '@strata/gitops/pulumi-process';
import { SayableError } from './say-problem.ts';

/** What Pulumi's messages mean; the messages themselves may quote a backend's URL or a value. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/no stack named/, 'it has not been brought up'],
  [/incorrect passphrase/, 'its secrets cannot be read: the passphrase is another one'],
  [
    /passphrase must be set|unable to open secrets? manager/,
    'its secrets cannot be read: there is no key (STRATA_PASSPHRASES, or PULUMI_CONFIG_PASSPHRASE)',
  ],
  [
    /PULUMI_ACCESS_TOKEN/,
    'nobody says where its state is (STRATA_BACKENDS, or PULUMI_BACKEND_URL)',
  ],
];

/**
 * Returns what Pulumi printed.
 *
 * @throws SayableError when it failed, with a reason of Strata's own words.
 */
export function printed({ code, stderr, stdout }: PulumiResult): string {
  if (code === 0) return stdout.trim();
  const meaning = meanings.find(([pattern]) => pattern.test(stderr))?.[1];
  throw new SayableError(
    meaning ?? `pulumi failed (exit code ${code}); npx strata doctor may say why`,
  );
}
