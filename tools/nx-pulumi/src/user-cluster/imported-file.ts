// SPDX-License-Identifier: Apache-2.0
import { readCapkFile, translateCapk } from './capk/index.ts';
import { readHarvesterFile, translateHarvester } from './harvester/index.ts';
import { readKkpFile, translateKkp } from './kkp/index.ts';
import { readAskedFile } from './read-asked-file.ts';
import type { PlatformImage } from './translate/images.ts';
import type { PlatformParts } from './translate/platform-parts.ts';
import { readObjects } from './translate/read-objects.ts';
import type { Translation } from './translate/translation.ts';
import type { UserClusterOptions } from './user-cluster-options.ts';

/** Product whose files are translated. */
interface Product {
  readonly flag: string;
  readonly name: string;
  /** Groups of its APIs. */
  readonly groups: RegExp;
  /** Its objects that ask for pools, and the one that asks for the control plane. */
  readonly asking: { readonly pools: string; readonly controlPlane: string };
  /** How its objects say the size of machines. */
  readonly sizeAdvice: string;
  readonly translate: (path: string, text: string, platform: PlatformParts) => Translation;
}

/** Products by the option that names their file. */
const products = {
  fromKkp: {
    flag: '--from-kkp',
    name: 'KKP',
    groups: /^(kubermatic\.k8c\.io|cluster\.k8s\.io)\//,
    asking: { pools: 'MachineDeployment', controlPlane: 'Cluster' },
    sizeAdvice:
      'give virtualMachine.template of these MachineDeployments vcpus.cores (or cpus) and memory',
    translate: (path, text, { images }) => translateKkp(readKkpFile(path, text), images),
  },
  fromCapk: {
    flag: '--from-capk',
    name: 'Cluster API',
    groups: /^([a-z]+\.)?cluster\.x-k8s\.io\//,
    asking: { pools: 'MachineDeployment', controlPlane: 'KubeadmControlPlane' },
    sizeAdvice:
      'give domain of their KubevirtMachineTemplates cpu (sockets, cores, threads) and memory.guest',
    translate: (path, text, platform) => translateCapk(readCapkFile(path, text), platform),
  },
  fromHarvester: {
    flag: '--from-harvester',
    name: 'Rancher on Harvester',
    groups: /^(provisioning\.cattle|rke-machine-config\.cattle|harvesterhci)\.io\//,
    asking: { pools: 'machine pool', controlPlane: 'machine pool' },
    sizeAdvice: 'give their HarvesterConfigs cpuCount and memorySize',
    translate: (path, text, platform) =>
      translateHarvester(readHarvesterFile(path, text), platform),
  },
} as const satisfies Partial<Record<keyof UserClusterOptions, Product>>;

/** A translated file of another product. */
export interface ImportedFile {
  readonly path: string;
  readonly product: Pick<Product, 'asking' | 'name' | 'sizeAdvice'>;
  readonly translation: Translation;
}

/** @throws Error naming the option for the product of the file, where all of it is of another one. */
function refuseOtherProduct(product: Product, path: string, text: string): void {
  const versions = readObjects(path, text).map(({ apiVersion }) => String(apiVersion));
  const has = ({ groups }: Product) => versions.some((version) => groups.test(version));
  if (has(product)) return;
  const other = Object.values<Product>(products).find(has);
  if (other === undefined) return;
  throw new Error(`${path} is of ${other.name}: say ${other.flag} instead of ${product.flag}.`);
}

/**
 * Reads and translates the file of an option that names one of another product, or standard input for `-`.
 *
 * @param images - of the platform's file, which may be wrong.
 * @returns undefined without these options.
 * @throws Error when both are there, or when the file is not there or cannot be translated.
 */
export function readImportedFile(
  options: UserClusterOptions,
  { fallback, images, networks }: ImportContext,
): ImportedFile | undefined {
  const asked = (Object.keys(products) as (keyof typeof products)[]).filter(
    (option) => options[option] !== undefined,
  );
  const [option] = asked;
  const asPath = option && options[option];
  if (option === undefined || asPath === undefined) return undefined;
  if (asked.length > 1) {
    const flags = asked.map((one) => products[one].flag);
    throw new Error(
      `${flags.join(' and ')}: a cluster comes from one file; leave out one of them.`,
    );
  }
  const product: Product = products[option];
  const { path, text } = readAskedFile(product.flag, asPath);
  refuseOtherProduct(product, path, text);
  const ofPlatform = Array.isArray(images) ? (images as readonly PlatformImage[]) : [];
  const platform = { images: { ofPlatform, fallback }, networks };
  return { path, product, translation: product.translate(path, text, platform) };
}

/** Parts of the platform's file, as they stand there, and the image for machines whose own is not there. */
export interface ImportContext {
  readonly images: unknown;
  readonly networks: readonly string[];
  readonly fallback: string;
}
