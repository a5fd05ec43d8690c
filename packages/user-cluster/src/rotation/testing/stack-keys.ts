// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { providerAnswers, recordProgram, valueOf } from '@strata/testing';
import {
  authorityLifecycle,
  certificateLifecycle,
  signingKeyLifecycle,
} from '@strata/strata-provider/key-lifecycles';
import type { ClusterAuthority, ControlPlaneKeys } from '../../bootstrap/index.ts';
import { generationName } from '../../keys/generation-name.ts';
import { ClusterKeys } from '../../keys/index.ts';
import { silentWork } from '../../restored/silent-work.ts';
import { testContext } from '../../test-context.ts';

const work = silentWork('stack-keys');

type Values = Record<string, unknown>;
type Inputs<Made extends (inputs: never, ...rest: never[]) => unknown> = Parameters<Made>[0];

/** Keys and certificates that the stack of a cluster gives to its VMs and to itself in one phase. */
export interface KeyPhase {
  readonly authority: ClusterAuthority;
  readonly keys: ControlPlaneKeys;
  /** Kubeconfig of the stack, with the address of the test's context. */
  readonly kubeconfig: string;
}

/**
 * The keys of a cluster as its stack would have them: each resource is made once and stays the same, and
 * the program decides which of them the VMs get.
 */
export class StackKeys {
  readonly #made = new Map<string, Values>();

  /** Returns what the stack gives out for the `keys` of a configuration. */
  async of(keys: object): Promise<KeyPhase> {
    const context = testContext({ keys });
    const { result } = await recordProgram(() => new ClusterKeys('demo', context), {
      outputs: (type, name, inputs) => this.#answer(type, name, inputs),
    });
    return {
      authority: await valueOf(result.authority),
      keys: await valueOf(result.controlPlane),
      kubeconfig: await valueOf(result.adminKubeconfig),
    };
  }

  /** Returns the public key of a generation that signs tokens, in PEM. */
  publicKey(generation: number): string {
    const name = generationName('demo-service-account', generation);
    return String(this.#made.get(name)?.publicKeyPem);
  }

  async #answer(type: string, name: string, inputs: Values): Promise<Values> {
    // Its authority can be another one in each phase.
    if (type === 'strata:keys:Certificate') return { ...(await certificateOf(inputs)) };
    const made = this.#made.get(name) ?? (await make(type, inputs));
    this.#made.set(name, made);
    return made;
  }
}

const validFrom = new Date().toISOString();

function certificateOf(inputs: Values) {
  // A secret is wrapped on its way to the engine.
  const { value: authorityKeyPem } = inputs.authorityKeyPem as { readonly value: string };
  const none = { organizations: [], dnsNames: [], addresses: [] };
  const whole: Values = { ...none, ...inputs, authorityKeyPem, validFrom };
  return certificateLifecycle.create(
    whole as unknown as Inputs<typeof certificateLifecycle.create>,
    work,
  );
}

async function make(type: string, inputs: Values): Promise<Values> {
  if (type === 'strata:keys:Authority') {
    const whole = { ...inputs, validFrom } as Inputs<typeof authorityLifecycle.create>;
    return { ...(await authorityLifecycle.create(whole, work)) };
  }
  if (type === 'strata:keys:SigningKey') return { ...(await signingKeyLifecycle.create({}, work)) };
  if (type === 'strata:keys:RandomKey') return { base64: randomBytes(32).toString('base64') };
  return providerAnswers[type] ?? {};
}
