// SPDX-License-Identifier: Apache-2.0
import type { PolicyPod } from '@strata/network-policies';
import type { RackSession } from '@strata/sandbox';
import { eventually, kubectl, kubectlJson, type List } from '../environment.ts';
import { createOutside, outsidePlace, removeOutside } from './outside-place.ts';
import { hosts, podPlace, type Place } from './pod-network.ts';

/** Somebody who may send or receive packets, as policies see it and where it is. */
export interface End {
  readonly name: string;
  /** A pod, or an address of something that is none. */
  readonly policyEnd: PolicyPod | string;
  /** Undefined: it only receives. */
  readonly place?: Place;
}

interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly containers: readonly unknown[] };
  readonly status: {
    readonly phase: string;
    readonly podIP?: string;
    readonly podIPs?: readonly { readonly ip: string }[];
  };
}

/** An address that nobody near has: it stands for the internet. The rack has no way out to it. */
export const world = outsidePlace('world', '1.2.3.4');

/** Makes the network of `world`. */
export const createWorld = (session: RackSession) => createOutside(session, world);

export const removeWorld = (session: RackSession) => removeOutside(session, world);

/** Who is in a namespace, of those pods that run as processes in the rack. */
export async function endsIn(
  session: RackSession,
  namespace: string,
  matches: (pod: Pod) => boolean,
): Promise<End[]> {
  const { items } = await kubectlJson<List<Pod>>(session, ['get', 'pods', '-n', namespace]);
  return items
    .filter((pod) => pod.status.phase === 'Running' && isProcess(pod) && matches(pod))
    .map((pod) => ({
      name: `${namespace}/${pod.metadata.labels?.['vm.kubevirt.io/name'] ?? pod.metadata.name}`,
      policyEnd: {
        namespace,
        labels: pod.metadata.labels ?? {},
        address: pod.status.podIP ?? '',
      },
      place: podPlace(pod),
    }));
}

/** Pods that kwok plays have no network: their addresses are of its range. */
const isProcess = ({ status: { podIP = '' } }: Pod) => {
  const [, , third = 0] = podIP.split('.').map(Number);
  return third >= 128 && third < 192;
};

/** The rack, which is all hosts at once: as a sender, and at addresses of two of them. */
export const hostEnds: readonly End[] = [
  { name: 'host', policyEnd: '10.244.250.2', place: hosts },
  { name: 'infra API', policyEnd: '10.244.255.254' },
];

/** Waits until every pod of these namespaces that was just made runs. */
export async function whenReady(session: RackSession, pods: readonly [string, string][]) {
  for (const [namespace, name] of pods) {
    await eventually(`${namespace}/${name} runs`, async () => {
      const query = ['get', 'pod', name, '-n', namespace, '-o', 'jsonpath={.status.phase}'];
      return (await kubectl(session, query)) === 'Running';
    });
  }
}
