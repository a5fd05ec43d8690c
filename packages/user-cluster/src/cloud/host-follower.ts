// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { types } from '@pulumi/kubernetes';
import type { CloudConfig } from '../config/index.ts';
import { tenantVolume } from './infra-controller.ts';
import { restrictedContainer } from './restricted-pod.ts';
import { tenantImage } from './tenant-images.ts';
import type { ImageSource } from './tenant-images.ts';

const file = 'follow-hosts.sh';
const script = readFileSync(new URL(`scripts/${file}`, import.meta.url), 'utf8');

/** Folder for what the script takes out of the kubeconfig; in memory. */
const scratch = { name: 'hosts', mountPath: '/run/hosts' };

/** Returns whether nodes have any label of their hosts. */
export function followsHosts({ zones, hostLabels }: CloudConfig): boolean {
  return zones || hostLabels.length > 0;
}

/** Returns the script and the files that it reads, by name. */
export function hostFollowerFiles({ hostLabels }: CloudConfig): Record<string, string> {
  return { [file]: script, 'host-labels': hostLabels.map((key) => `${key}\n`).join('') };
}

/** Volume that the container needs besides those of the pod. */
export const hostFollowerVolume = { name: scratch.name, emptyDir: { medium: 'Memory' } };

/**
 * Renders the container that keeps region, zone and listed labels of each node equal to those of the
 * host that its VM is on. Upstream's controller writes region and zone only while a node is new, and no
 * other label at all; but a VM that migrates takes its node along.
 *
 * It is a shell script with curl, in an image that is used anyway: OpenShift's images of the sidecars
 * have both from their common base. It has the rights of the cloud controller, in both clusters.
 *
 * @param settings - the volume that has {@link hostFollowerFiles}, and where it is mounted.
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
