// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Plug } from '../rack/wires.ts';

/**
 * Annotation with the list of a pod's further networks.
 *
 * @see https://github.com/k8snetworkplumbingwg/multi-net-spec
 */
export const networksAnnotation = 'k8s.v1.cni.cncf.io/networks';

/** MAC address of an interface. */
const mac = z.string().regex(/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i, 'is no MAC address');

const selection = z.strictObject({
  name: z.string().min(1),
  namespace: z.string().min(1).optional(),
  interface: z.string().min(1).max(15).optional(),
  mac: mac.optional(),
});

/** One further network of a pod. */
export interface NetworkSelection {
  readonly name: string;
  readonly namespace: string;
  /** Name of the interface in the pod. */
  readonly device: string;
  readonly mac?: string | undefined;
}

/**
 * Configuration of the plugin `bridge`, as far as it is played: VLANs, and frames without a tag.
 *
 * @see https://www.cni.dev/plugins/current/main/bridge/
 */
const bridgePlugin = z.strictObject({
  cniVersion: z.enum(['0.3.0', '0.3.1', '0.4.0', '1.0.0', '1.1.0']),
  name: z.string().min(1),
  type: z.literal('bridge'),
  bridge: z.string().min(1).max(15),
  vlan: z.int().min(1).max(4094).optional(),
  preserveDefaultVlan: z
    .literal(false, 'is not played: true lets the pod hear what has no tag as well')
    .optional(),
  macspoofchk: z.boolean().optional(),
  mtu: z.int().min(68).max(65_535).optional(),
  disableContainerInterface: z.literal(true, 'is not played: must be true, as for machines'),
  ipam: z.strictObject({}, 'is not played: guests configure their addresses themselves'),
});

/**
 * Parses the annotation with a pod's further networks.
 *
 * @throws Error when the annotation is not the list that virt-controller writes.
 */
export function parseNetworks(
  annotation: string | undefined,
  namespace: string,
): NetworkSelection[] {
  if (annotation === undefined || annotation === '') return [];
  const read = z.array(selection).safeParse(parseJson(annotation, networksAnnotation));
  if (!read.success) throw new Error(`${networksAnnotation}: ${describe(read.error)}`);
  return read.data.map((found, index) => ({
    name: found.name,
    namespace: found.namespace ?? namespace,
    // Name that Multus gives to an interface without one.
    device: found.interface ?? `net${index + 1}`,
    mac: found.mac?.toLowerCase(),
  }));
}

/**
 * Parses a network's `spec.config`; returns the interface that it makes.
 *
 * @throws Error with the message of Multus or the plugin when they would reject it; also when it is
 *   not played.
 */
export function parseAttachment(
  config: string | undefined,
  { name, device, mac: wanted }: NetworkSelection,
): Plug {
  if (config === undefined || config === '') throw new Error(`network ${name} has no spec.config`);
  const value = parseJson(config, 'spec.config');
  const typed = z.object({ type: z.string() }).safeParse(value);
  const type = typed.data?.type ?? '';
  if (type !== 'bridge') throw new Error(`failed to find plugin "${type}" in path [/opt/cni/bin]`);
  const read = bridgePlugin.safeParse(value);
  if (!read.success) throw new Error(`plugin bridge: ${describe(read.error)}`);
  const { bridge, vlan, mtu } = read.data;
  return { device, bridge, vlan, mtu, mac: wanted };
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
  }
}

function describe({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; ');
}
