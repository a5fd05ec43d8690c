// SPDX-License-Identifier: Apache-2.0

/** Image that upstream's manifest names, and its replacement. */
export interface ImagePin {
  readonly from: string;
  readonly to: string;
}

/** Version that is left out of a CustomResourceDefinition. */
export interface DroppedVersion {
  readonly definition: string;
  readonly version: string;
}

/** Object of upstream's manifest that is left out. */
export interface OmittedObject {
  readonly kind: string;
  readonly name: string;
}

/** Lines of go.sum for a module version that the checksum database does not list. */
export interface ModuleSums {
  /** Hash of the module's files, `h1:...`. */
  readonly zip: string;
  /** Hash of its go.mod, `h1:...`. */
  readonly goMod: string;
}

/** Go module that contains or generates objects. */
export interface SourceModule {
  readonly module: string;
  /** @default the component's version, with a leading `v` */
  readonly moduleVersion?: string;
  /** @default the checksum database vouches for the module */
  readonly sums?: ModuleSums;
  /**
   * Package of the module without imports. Needed only for a version that the proxy serves without
   * its description (`.info`): Go cannot download such a version by itself, but does so for a
   * package in it.
   */
  readonly package?: string;
}

/** Helm chart in a Go module, and everything that its rendering depends on. */
export interface ChartSource extends SourceModule {
  readonly from: 'chart';
  /** The chart's folder in the module. */
  readonly path: string;
  /** Helm's release name, with which the names of most objects begin. */
  readonly release: string;
  /** Namespace of its objects; a Namespace object is added to them. */
  readonly namespace: string;
  /** Kubernetes version that templates see: the newest that every release supports. */
  readonly kubeVersion: string;
  /** Values that override the chart's defaults. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Files of a Go module. */
export interface FilesSource extends SourceModule {
  readonly from: 'files';
  readonly paths: readonly string[];
}

/** Output of upstream's own generator, at the version of the module. */
export interface GeneratedSource extends SourceModule {
  readonly from: 'kubevirt-templator' | 'cdi-generator';
}

/** Source of the objects of a component. */
export type Source = FilesSource | GeneratedSource | ChartSource;

/** Upstream project at one version, whose install manifest is rendered. */
export interface Component {
  readonly name: string;
  /** Version as users know it, without a leading `v`. */
  readonly version: string;
  readonly sources: readonly Source[];
  /** Name of the rendered files, without `.yaml` and `.json`. */
  readonly file: string;
  /** @default no image is replaced */
  readonly pins?: readonly ImagePin[];
  /**
   * Images with versions of their own, each as the objects name it. The tags of all other images
   * must carry the component's version.
   * @default []
   */
  readonly otherImages?: readonly string[];
  /** @default every version of every definition is kept */
  readonly drops?: readonly DroppedVersion[];
  /** @default every object is kept */
  readonly omits?: readonly OmittedObject[];
  /**
   * Namespace for objects that name none, as an installer with a target namespace gives it; the Namespace is
   * added.
   * @default objects stay as they are
   */
  readonly installedInto?: string;
  /** Namespace that replaces upstream's. @default upstream's is kept */
  readonly namespace?: { readonly from: string; readonly to: string };
}

/** Returns the name of the folder with a component's files. */
export function folderOf({ name, version }: Pick<Component, 'name' | 'version'>): string {
  return `${name}-${version}`;
}

/** Returns the path of the file that programs load; its sha256 is in the lock. */
export function loadedFileOf(component: Component): string {
  return `${folderOf(component)}/${component.file}.json`;
}

/** Returns the path of the file for people and `kubectl`, with the same objects. */
export function readableFileOf(component: Component): string {
  return `${folderOf(component)}/${component.file}.yaml`;
}

/** Returns a name for messages, such as `kubevirt 1.8.4`. */
export function titleOfComponent({ name, version }: Pick<Component, 'name' | 'version'>): string {
  return `${name} ${version}`;
}
