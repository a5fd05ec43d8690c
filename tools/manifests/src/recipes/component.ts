// SPDX-License-Identifier: Apache-2.0

/** An image that upstream's manifest names, and the one that takes its place. */
export interface ImagePin {
  readonly from: string;
  readonly to: string;
}

/** A version that a CustomResourceDefinition is installed without. */
export interface DroppedVersion {
  readonly definition: string;
  readonly version: string;
}

/** An object of upstream's manifest that somebody else installs. */
export interface OmittedObject {
  readonly kind: string;
  readonly name: string;
}

/** Lines of go.sum that vouch for a module version which the checksum database does not list. */
export interface ModuleSums {
  /** Of the module's files, `h1:...`. */
  readonly zip: string;
  /** Of its go.mod, `h1:...`. */
  readonly goMod: string;
}

/** A Go module that objects come from. */
export interface SourceModule {
  readonly module: string;
  /** @default the component's version, with a leading `v` */
  readonly moduleVersion?: string;
  /** @default the checksum database vouches for the module */
  readonly sums?: ModuleSums;
  /**
   * A package of the module without imports. Only for a version that the proxy serves without its
   * description (`.info`): Go downloads that one for the sake of a package, not by itself.
   */
  readonly package?: string;
}

/** A Helm chart in a Go module, and everything that its rendering depends on. */
export interface ChartSource extends SourceModule {
  readonly from: 'chart';
  /** The chart's folder in the module. */
  readonly path: string;
  /** What Helm calls the release name: it begins the names of most objects. */
  readonly release: string;
  /** The namespace of its objects; a Namespace object is added to them. */
  readonly namespace: string;
  /** The Kubernetes version that templates ask for; the newest that every release supports. */
  readonly kubeVersion: string;
  /** On top of the chart's own defaults. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Files of a Go module. */
export interface FilesSource extends SourceModule {
  readonly from: 'files';
  readonly paths: readonly string[];
}

/** The output of upstream's own generator, at the version of the module. */
export interface GeneratedSource extends SourceModule {
  readonly from: 'kubevirt-templator' | 'cdi-generator';
}

/** Where the objects of a component come from. */
export type Source = FilesSource | GeneratedSource | ChartSource;

/** One upstream project at one version, whose install manifest is rendered. */
export interface Component {
  readonly name: string;
  /** As its users know it, without a leading `v`. */
  readonly version: string;
  readonly sources: readonly Source[];
  /** Name of the rendered files, without `.yaml` and `.json`. */
  readonly file: string;
  /** @default no image is replaced */
  readonly pins?: readonly ImagePin[];
  /**
   * Images that have versions of their own, each as the objects name it. All others must carry the
   * component's version in their tag.
   * @default []
   */
  readonly otherImages?: readonly string[];
  /** @default every version of every definition is kept */
  readonly drops?: readonly DroppedVersion[];
  /** @default every object is kept */
  readonly omits?: readonly OmittedObject[];
  /** The namespace that takes the place of upstream's. @default upstream's is kept */
  readonly namespace?: { readonly from: string; readonly to: string };
}

/** The folder of a component's files. */
export function folderOf({ name, version }: Pick<Component, 'name' | 'version'>): string {
  return `${name}-${version}`;
}

/** What programs load: its sha256 is in the lock. */
export function loadedFileOf(component: Component): string {
  return `${folderOf(component)}/${component.file}.json`;
}

/** What people read and `kubectl` applies: the same objects. */
export function readableFileOf(component: Component): string {
  return `${folderOf(component)}/${component.file}.yaml`;
}

/** Such as `kubevirt 1.8.4`, for messages. */
export function titleOfComponent({ name, version }: Pick<Component, 'name' | 'version'>): string {
  return `${name} ${version}`;
}
