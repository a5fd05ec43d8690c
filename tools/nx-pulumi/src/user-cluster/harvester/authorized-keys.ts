// SPDX-License-Identifier: Apache-2.0
import { isPublicKey } from '@strata/user-cluster/public-key';
import { parse } from 'yaml';
import { isMapping } from '../mapping.ts';
import { commonReasons } from '../translate/left-out.ts';
import type { Source } from '../translate/source.ts';
import type { HarvesterObjects } from './harvester-objects.ts';
import { decoded } from './json-field.ts';

/** Public keys of people who may log in, and messages about what is not kept. */
export interface AuthorizedKeys {
  readonly authorizedKeys: readonly string[];
  readonly lines: readonly string[];
}

/** Returns the texts of a list that are public keys: nothing else leaves user data, which may have secrets. */
function publicKeys(list: unknown): string[] {
  const texts = (Array.isArray(list) ? list : []) as unknown[];
  return texts
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim())
    .filter(isPublicKey);
}

/**
 * Returns the public keys in user data of cloud-init, of its default user and of others; none where it is of
 * another kind.
 *
 * @see https://cloudinit.readthedocs.io/en/latest/reference/modules.html
 */
function keysOfUserData(text: string): string[] {
  let config: unknown;
  try {
    config = parse(decoded(text), { logLevel: 'error' });
  } catch {
    return [];
  }
  if (!isMapping(config)) return [];
  const users = (Array.isArray(config.users) ? config.users : []) as unknown[];
  return [config, ...users.filter(isMapping)].flatMap((one) => publicKeys(one.ssh_authorized_keys));
}

/** Returns the public key of the KeyPair that a HarvesterConfig names, or the message where it is not there. */
function keyOfPair(title: string, source: Source, objects: HarvesterObjects, namespace: string) {
  const name = source.text('keyPairName');
  if (name === undefined) return { keys: [], lines: [] };
  const keys = publicKeys([objects.find('KeyPair', name, namespace)?.text('spec.publicKey')]);
  const line = `${title}: keyPairName ${name} is left out: the file has no KeyPair of this name with a public key; add it, or say authorizedKeys`;
  return { keys, lines: keys.length > 0 ? [] : [line] };
}

/**
 * Returns the public keys of a HarvesterConfig. No other part of its user data is read.
 *
 * @param namespace - of the machine in Harvester.
 */
export function authorizedKeysOf(
  title: string,
  source: Source,
  objects: HarvesterObjects,
  namespace: string,
): AuthorizedKeys {
  const pair = keyOfPair(title, source, objects, namespace);
  const userData = source.text('userData');
  const keys = userData === undefined ? [] : keysOfUserData(userData);
  const but = keys.length > 0 ? ' but for its public SSH keys' : '';
  return {
    authorizedKeys: [...new Set([...pair.keys, ...keys])],
    lines: [
      ...pair.lines,
      ...(userData === undefined
        ? []
        : [`${title}: userData is left out${but}: ${commonReasons.inImage}`]),
    ],
  };
}
