// SPDX-License-Identifier: Apache-2.0
import { createDecipheriv } from 'node:crypto';
import { deriveKey, passphraseOf } from '../run/passphrase.ts';
import { initFlags, readSecretsSettings } from '../run/secrets-settings.ts';
import { stackEnvironment } from '../run/stack-environment.ts';
import type { RunContext } from '../run/stack-run.ts';
import type { Finding } from './finding.ts';

/** Length of the GCM tag, which follows the text. */
const tagBytes = 16;
/** Plain text of the encrypted part of the salt. */
const checkWord = 'pulumi';

/** Returns whether a passphrase matches `v1:<salt>:v1:<nonce>:<text>`. */
async function fits(passphrase: string, encryptionsalt: string): Promise<boolean> {
  const [, salt = '', , nonce = '', sealed = ''] = encryptionsalt.split(':');
  const bytes = Buffer.from(sealed, 'base64');
  const key = await deriveKey(passphrase, salt);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = decipher.update(bytes.subarray(0, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString() === checkWord;
  } catch {
    return false;
  }
}

const others = 'the stacks of other environments have passphrases of their own';

/**
 * Reports stacks without a secrets provider, and a passphrase that is missing or of another
 * environment.
 */
export async function checkSecrets({ env, workspace }: RunContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  const unset = new Set<string>();
  const missing = new Set<string>();
  for (const { environment, file, id, program, stack } of workspace.stacks) {
    const settings = readSecretsSettings(workspace.root, file);
    const { encryptionsalt } = settings;
    if (initFlags(settings) === undefined) {
      const fix = `If the backend has the stack, commit the lines encryptionsalt, or secretsprovider and encryptedkey, from the checkout that made it. Else: pulumi -C packages/${program} stack init ${stack} --secrets-provider PROVIDER, that of its environment; then commit the file`;
      findings.push({
        subject: id,
        problem: `${file} does not say how its secrets are encrypted`,
        fix,
      });
    }
    if (encryptionsalt === undefined) continue;
    const passphrase = passphraseOf(stackEnvironment(env, environment));
    if (typeof passphrase !== 'string') {
      unset.add(environment);
      if (passphrase !== undefined) missing.add(passphrase.missing);
    } else if (!(await fits(passphrase, encryptionsalt))) {
      const fix = `Set PULUMI_CONFIG_PASSPHRASE to that of "${environment}" for this stack; ${others}.`;
      findings.push({
        subject: id,
        problem: 'the passphrase that is set is not its passphrase',
        fix,
      });
    }
  }
  if (unset.size === 0) return findings;
  const [file] = missing;
  const problem =
    file !== undefined
      ? `the file ${file} that PULUMI_CONFIG_PASSPHRASE_FILE names is missing`
      : 'no passphrase is set';
  const fix = `Set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE, to that of ${[...unset].sort().join(', ')}.`;
  return [...findings, { subject: 'passphrase', problem, fix }];
}
