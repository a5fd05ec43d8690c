// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core, rbac } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels, waitingFor } from '@strata/contracts';
import { imageClonerRole } from '@strata/contracts/accounts';
import { podSecurityLabels } from '@strata/manifest-objects';
import type { ImageConfig } from '../config/index.ts';
import { platformPodSecurity } from '../release/pod-security.ts';
import {
  fileVolumeName,
  imageLabels,
  imageNamespace,
  renderImportCron,
  renderImportedFile,
  waitMinutes,
} from './render-image.ts';
import type { DiskDefaults, Mirror } from './render-image.ts';

/** Arguments of {@link GoldenImages}. */
export interface GoldenImagesArgs {
  readonly environment: string;
  readonly images: readonly ImageConfig[];
  /** Storage of images that do not configure their own. */
  readonly storage: DiskDefaults;
  /** Maps an image to its name in the mirror. @default names stay as configured */
  readonly mirror?: Mirror | undefined;
}

const apiVersion = 'cdi.kubevirt.io/v1beta1';

/** Makes CDI fill a volume at once, even if its StorageClass waits for the first consumer. */
const fillNow = { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' };

const minutes = (image: ImageConfig) => {
  const limit = `${Math.max(waitMinutes(image), 10)}m`;
  return { create: limit, update: limit };
};

/**
 * The OS images that VM disks are copied from, each fetched once. Each has a DataSource of the same
 * name: which volume a disk is copied from is decided when the disk is made.
 *
 * @see
 * https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/os-image-poll-and-update.md
 */
export class GoldenImages extends pulumi.ComponentResource {
  readonly #name: string;
  readonly #args: GoldenImagesArgs;

  constructor(name: string, args: GoldenImagesArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:GoldenImages', name, {}, options);
    this.#name = name;
    this.#args = args;
    const namespace = this.#createNamespace();
    this.#createCloner(namespace);
    for (const image of args.images) this.#createImage(image, namespace);
    this.registerOutputs({});
  }

  #metadata(name: string, labels: object = {}, annotations = ownerAnnotations) {
    return {
      name,
      namespace: imageNamespace,
      labels: { ...platformLabels(this.#args.environment), ...labels },
      annotations,
    };
  }

  #createNamespace(): pulumi.Resource {
    return new core.v1.Namespace(
      `${this.#name}-namespace`,
      {
        metadata: {
          name: imageNamespace,
          labels: {
            ...platformLabels(this.#args.environment),
            ...podSecurityLabels(platformPodSecurity[imageNamespace].level),
          },
          annotations: ownerAnnotations,
        },
      },
      { parent: this },
    );
  }

  /** Makes the role that CDI requires of whoever makes a disk from an image: it may read images. */
  #createCloner(namespace: pulumi.Resource): void {
    new rbac.v1.Role(
      `${this.#name}-cloner`,
      {
        metadata: this.#metadata(imageClonerRole),
        rules: [
          { apiGroups: ['cdi.kubevirt.io'], resources: ['datavolumes/source'], verbs: ['create'] },
        ],
      },
      { parent: this, dependsOn: namespace },
    );
  }

  #createImage(image: ImageConfig, namespace: pulumi.Resource): void {
    const { registry, http } = image;
    if (registry !== undefined) this.#createCron({ ...image, registry }, namespace);
    if (http !== undefined) this.#createFile({ ...image, http }, namespace);
  }

  #createCron(image: ImageConfig & { readonly registry: string }, needs: pulumi.Resource): void {
    const { storage, mirror } = this.#args;
    const annotations =
      waitMinutes(image) > 0 ? waitingFor('condition=UpToDate') : ownerAnnotations;
    new apiextensions.CustomResource(
      `${this.#name}-cron-${image.name}`,
      {
        apiVersion,
        kind: 'DataImportCron',
        metadata: this.#metadata(image.name, imageLabels(image), annotations),
        spec: renderImportCron(image, storage, mirror),
      },
      {
        parent: this,
        dependsOn: needs,
        customTimeouts: minutes(image),
        // CDI refuses changes of a DataImportCron, and two for the same DataSource.
        replaceOnChanges: ['spec'],
        deleteBeforeReplace: true,
      },
    );
  }

  /**
   * Makes the volume of a file. Its DataSource points to a new volume only when that is ready; the
   * old one is deleted after that.
   */
  #createFile(
    image: ImageConfig & { readonly http: NonNullable<ImageConfig['http']> },
    needs: pulumi.Resource,
  ): void {
    const spec = renderImportedFile(image, this.#args.storage);
    const volumeName = fileVolumeName(image, spec);
    const labels = imageLabels(image);
    const annotations = waitMinutes(image) > 0 ? waitingFor('condition=Ready') : ownerAnnotations;
    const volume = new apiextensions.CustomResource(
      `${this.#name}-volume-${volumeName}`,
      {
        apiVersion,
        kind: 'DataVolume',
        metadata: this.#metadata(volumeName, labels, { ...annotations, ...fillNow }),
        spec,
      },
      { parent: this, dependsOn: needs, customTimeouts: minutes(image) },
    );
    new apiextensions.CustomResource(
      `${this.#name}-source-${image.name}`,
      {
        apiVersion,
        kind: 'DataSource',
        metadata: this.#metadata(image.name, labels),
        spec: { source: { pvc: { namespace: imageNamespace, name: volumeName } } },
      },
      { parent: this, dependsOn: volume },
    );
  }
}
