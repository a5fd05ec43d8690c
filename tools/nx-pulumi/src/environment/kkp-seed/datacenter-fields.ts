// SPDX-License-Identifier: Apache-2.0
import {
  customNetworkPolicy,
  dnsFields,
  dottedName,
  field,
  listOf,
  oneOf,
  text,
  trueOrFalse,
} from '@strata/contracts/fields';
import { z } from 'zod';

interface Named {
  readonly name: string;
}

/** Reports names that an entry of a list before has, too. */
function uniqueNames(entries: readonly Named[], issues: z.RefinementCtx): void {
  for (const [index, { name }] of entries.entries()) {
    const first = entries.findIndex((one) => one.name === name);
    if (first === index) continue;
    const message = `the entry ${first} of the list is called "${name}" already`;
    issues.addIssue({ code: 'custom', path: [index, 'name'], message });
  }
}

const isDefaultClass = trueOrFalse().optional();

/** Reports defaults beside the first one: a claim without a class would get any of them. */
function oneDefault(
  entries: readonly { readonly isDefaultClass?: boolean | undefined }[],
  issues: z.RefinementCtx,
): void {
  const first = entries.findIndex((one) => one.isDefaultClass);
  for (const [index, one] of entries.entries()) {
    if (one.isDefaultClass !== true || index === first) continue;
    const message = `the entry ${first} of the list is the default already`;
    issues.addIssue({ code: 'custom', path: [index, 'isDefaultClass'], message });
  }
}

const dnsOption = field(
  z.looseObject({
    name: text('the name of an option of resolv.conf'),
    value: z.string().optional(),
  }),
  'a mapping with name and value',
);

const dnsConfig = field(
  z.looseObject({
    nameservers: dnsFields.servers.optional(),
    searches: dnsFields.searches.optional(),
    options: listOf(dnsOption, 'a list of options').optional(),
  }),
  'a mapping with nameservers, searches and options',
);

/** Address of an image: a file on a web server, or, in KKP as here, a container disk. */
const imageAddress = field(
  z.string().regex(/^(https?|docker):\/\/[^\s/]+\/\S+$/),
  'an address that begins with http://, https:// or docker://',
);

/** The name or the version of an operating system: golden images have both as labels. */
const imageLabel = (expected: string) =>
  field(z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/), expected);

const images = field(
  z.looseObject({
    http: field(
      z.looseObject({
        operatingSystems: field(
          z.record(
            imageLabel('an operating system like "ubuntu"'),
            field(
              z.record(imageLabel('a version like "24.04"'), imageAddress),
              'a mapping from versions to addresses',
            ),
          ),
          'a mapping from operating systems to their versions',
        ).optional(),
      }),
      'a mapping with operatingSystems',
    ).optional(),
  }),
  'a mapping with http',
);

/** `volumeProvisioner` of classes that KKP has for disks of machines alone: no cluster has them inside. */
export const onlyDisks = 'infra-csi-driver';

/** Longest name of a class that has `kubevirt-` before it inside a cluster. */
const longestClass = 54;

const storageClass = field(
  z
    .looseObject({
      name: dottedName(),
      isDefaultClass,
      volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']).optional(),
      volumeProvisioner: oneOf(['kubevirt-csi-driver', onlyDisks]).optional(),
      reclaimPolicy: oneOf(['Delete', 'Retain']).optional(),
      allowVolumeExpansion: trueOrFalse().optional(),
    })
    .superRefine(({ name, volumeProvisioner }, issues) => {
      if (volumeProvisioner === onlyDisks || name.length <= longestClass) return;
      const message = `has more than ${longestClass} letters, and the class inside is called "kubevirt-" and this`;
      issues.addIssue({ code: 'custom', path: ['name'], message });
    }),
  'a mapping with name',
);

const snapshotClass = field(
  z.looseObject({ infraVolumeSnapshotClass: dottedName(), isDefaultClass }),
  'a mapping with infraVolumeSnapshotClass',
);

/**
 * `spec.kubevirt` of a datacenter, as far as it has counterparts. Of the rest messages name the keys.
 *
 * @see https://github.com/kubermatic/kubermatic/blob/v2.31.0/sdk/apis/kubermatic/v1/datacenter.go `DatacenterSpecKubevirt`
 */
export const kubevirtDatacenter = field(
  z.looseObject({
    dnsConfig: dnsConfig.optional(),
    customNetworkPolicies: field(
      z.array(customNetworkPolicy).superRefine(uniqueNames),
      'a list of policies',
    ).optional(),
    images: images.optional(),
    infraStorageClasses: field(
      z.array(storageClass).superRefine(uniqueNames).superRefine(oneDefault),
      'a list of storage classes',
    ).optional(),
    infraVolumeSnapshotClasses: field(
      z.array(snapshotClass).superRefine(oneDefault),
      'a list of volume snapshot classes',
    ).optional(),
    ccmZoneAndRegionEnabled: trueOrFalse().optional(),
    ccmLoadBalancerEnabled: trueOrFalse().optional(),
  }),
  'a mapping',
);

/** `spec.kubevirt` of a datacenter, checked. */
export type KubevirtDatacenter = z.output<typeof kubevirtDatacenter>;
