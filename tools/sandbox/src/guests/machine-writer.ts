// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from '@strata/cluster-client';
import { writeEvent } from '../kubernetes/events.ts';
import type { PodTokens } from '../kubernetes/pod-tokens.ts';
import type { Pod } from '../kubelet/pod.ts';
import type { StatusChange } from './machine-status.ts';
import type { MachineInstance } from './virtual-machine.ts';

/** A machine, and the virt-handler pod of the host that writes about it. */
export interface Handled {
  readonly machine: MachineInstance;
  readonly handler: Pod;
}

/** Writes the status and events of machines as virt-handler does, with the token of that pod. */
export class MachineWriter {
  private readonly api: ApiClient;
  private readonly tokens: PodTokens;

  constructor(api: ApiClient, tokens: PodTokens) {
    this.api = api;
    this.tokens = tokens;
  }

  /**
   * Writes a change of a machine. Handlers before 1.8 may replace a machine but not patch it; later
   * ones may only patch it. Never overwrites a change by somebody else: the next pass handles a
   * conflict.
   *
   * @param labels - All labels of the machine from now on. @default unchanged
   * @returns Whether the change was written.
   */
  async change(
    { machine, handler }: Handled,
    status: StatusChange,
    labels?: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    if (status === undefined && labels === undefined) return false;
    const { namespace = '', name, resourceVersion } = machine.metadata;
    const path = `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachineinstances/${name}`;
    const token = await this.tokens.get(handler);
    try {
      // Nulls must stay: virt-controller tells by them whether somebody changed what it read.
      const body = [
        { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
        ...(labels === undefined ? [] : [{ op: 'add', path: '/metadata/labels', value: labels }]),
        ...Object.entries(status ?? {}).flatMap(([key, value]: [string, unknown]) =>
          operationsFor(machine, key, value),
        ),
      ];
      await this.api.request('PATCH', path, { body, token, patch: 'json' });
      return true;
    } catch (error) {
      if (isOutdated(error)) return false;
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
    }
    // An object from a list has no apiVersion and kind.
    const type = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance' };
    const metadata = { ...machine.metadata, ...(labels !== undefined && { labels }) };
    const body = { ...type, ...machine, metadata, status: { ...machine.status, ...status } };
    try {
      await this.api.request('PUT', path, { body, token });
      return true;
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return false;
    }
  }

  /** Writes an event; ignores a refusal. */
  async tell(
    { machine, handler }: Handled,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
  ): Promise<void> {
    const { metadata } = machine;
    const kind = 'VirtualMachineInstance';
    await writeEvent(
      this.api,
      { apiVersion: 'kubevirt.io/v1', kind, metadata },
      { type, reason, message },
      {
        component: 'virt-handler',
        host: handler.spec.nodeName,
        token: await this.tokens.get(handler),
      },
    );
  }
}

function operationsFor({ status }: MachineInstance, key: string, value: unknown): object[] {
  const path = `/status/${key}`;
  if (value !== undefined) return [{ op: 'add', path, value }];
  return status !== undefined && key in status ? [{ op: 'remove', path }] : [];
}

/** Returns whether somebody changed or removed the machine meanwhile. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}
