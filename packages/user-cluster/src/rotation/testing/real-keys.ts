// SPDX-License-Identifier: Apache-2.0
import { providerAnswers, recordProgram, valueOf } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import { signingKeyLifecycle, systemClock } from '@strata/strata-provider/key-lifecycles';
import type { ControlPlaneKeys } from '../../bootstrap/index.ts';
import { generationName } from '../../keys/generation-name.ts';
import { ClusterKeys } from '../../keys/index.ts';
import { testContext } from '../../test-context.ts';

const work = {
  urn: 'real-keys',
  clock: systemClock,
  signal: new AbortController().signal,
  status: () => undefined,
  info: () => undefined,
};

/**
 * The keys of a cluster as its stack would have them: each resource is made once and stays the same, and
 * the program decides which of them the VMs get.
 */
export class RealKeys {
  readonly #made = new Map<string, Record<string, unknown>>();

  /** Returns the keys of control-plane VMs for the `keys` of a configuration. */
  async of(keys: object): Promise<ControlPlaneKeys> {
    const recording = await recordProgram(() => new ClusterKeys('demo', testContext({ keys })), {
      outputs: (type, name) => this.#answer(type, name),
    });
    return valueOf(recording.result.controlPlane);
  }

  /** Returns the public key of a generation that signs tokens, in PEM. */
  publicKey(generation: number): string {
    const name = generationName('demo-service-account', generation);
    return String(this.#made.get(name)?.publicKeyPem);
  }

  async #answer(type: string, name: string): Promise<Record<string, unknown>> {
    const made = this.#made.get(name) ?? (await make(type));
    this.#made.set(name, made);
    return made;
  }
}

async function make(type: string): Promise<Record<string, unknown>> {
  if (type === 'strata:keys:SigningKey') return { ...(await signingKeyLifecycle.create({}, work)) };
  if (type === 'strata:keys:RandomKey') return { base64: randomBytes(32).toString('base64') };
  return providerAnswers[type] ?? {};
}
