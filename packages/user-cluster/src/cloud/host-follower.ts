// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { types } from '@pulumi/kubernetes';
import type { CloudConfig } from '@strata/contracts';
import { tenantVolume } from './infra-controller.ts';
import { restrictedContainer } from './restricted-pod.ts';
import { tenantImage } from './tenant-images.ts';
import type { ImageSource } from './tenant-images.ts';

const file = 'follow-hosts.sh';
const script = readFileSync(new URL(`scripts/${file}`, import.meta.url), 'utf8');

/** For what the script takes out of the kubeconfig; in memory. */
const scratch = { name: 'hosts', mountPath: '/run/hosts' };

/** Whether nodes have anything of their hosts. */
export function followsHosts({ zones, hostLabels }: CloudConfig): boolean {
  return zones || hostLabels.length > 0;
}

/** The files that the program is and reads, by their names. */
export function hostFollowerFiles({ hostLabels }: CloudConfig): Record<string, string> {
  return { [file]: script, 'host-labels': hostLabels.map((key) => `${key}\n`).join('') };
}

/** The volume that it needs besides those of the pod. */
export const hostFollowerVolume = { name: scratch.name, emptyDir: { medium: 'Memory' } };

/**
 * Keeps region, zone and listed labels of nodes those of the hosts that their machines are on:
 * upstream's controller writes region and zone only while a node is new, no other label at all, and a
 * machine that moves takes its node along.
 *
 * A shell script with curl in an image that is there anyway: OpenShift's images of the sidecars have
 * both from their common base. It has the rights of the cloud controller, on both sides.
 *
 * @param settings - the volume in which {@link hostFollowerFiles} are, and where it is mounted.
 * @see docs/decisions/0028-nodes-follow-their-machines.md
 * @see https://github.com/kubernetes/cloud-provider/blob/v0.34.3/controllers/node/node_controller.go `syncNode`
 * @see https://github.com/openshift/images/blob/01b1460e2ed32ebc28aaf281703f714538bc3fd0/base/Dockerfile.rhel9
 */
export function renderHostFollower(
  platform: ImageSource,
  { zones }: CloudConfig,
  settings: { readonly name: string; readonly mountPath: string; readonly readOnly: boolean },
): types.input.core.v1.Container {
  return {
    name: 'host-follower',
    image: tenantImage(platform, 'csi-liveness-probe'),
    command: ['/bin/sh', `${settings.mountPath}/${file}`, ...(zones ? ['zones'] : [])],
    resources: { requests: { cpu: '5m', memory: '16Mi' }, limits: { memory: '64Mi' } },
    securityContext: restrictedContainer,
    volumeMounts: [settings, tenantVolume, scratch],
  };
}
