// SPDX-License-Identifier: Apache-2.0
import { parseDocument } from 'yaml';

/** An image that starts from Ignition, as a file on a web server. */
export interface FlatcarImage {
  readonly url: string;
  /** `sha256:...` or `sha512:...` */
  readonly checksum: string;
}

/** Name of the golden image of Flatcar in the lane. */
export const flatcar = 'flatcar';

/**
 * The platform's file as its generator wrote it, fit for the lane: volumes are files on NFS, and
 * there is an image of each kind.
 *
 * @param text - of `stacks/kubevirt-stack/Pulumi.<environment>.yaml`.
 */
export function fitPlatform(text: string, { url, checksum }: FlatcarImage): string {
  const document = parseDocument(text);
  document.setIn(['config', 'kubevirt-stack:storage', 'volumeMode'], 'Filesystem');
  document.addIn(
    ['config', 'kubevirt-stack:images'],
    document.createNode({
      name: flatcar,
      os: 'flatcar',
      version: 'stable',
      http: { url, checksum },
      sizeGiB: 20,
    }),
  );
  return document.toString({ lineWidth: 100 });
}
