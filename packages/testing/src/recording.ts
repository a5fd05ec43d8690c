// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';

/** One resource as the engine would have been asked to register it. */
export interface RecordedResource {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** Inputs that the program gave to the resource; secrets are unwrapped. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Names of the inputs that hold a secret. */
  readonly secretInputs: readonly string[];
  /** Name of its parent. */
  readonly parent: string | undefined;
  /** Names of the resources it waits for, sorted. */
  readonly dependsOn: readonly string[];
  readonly protect: boolean;
  /** URN and ID of the provider that the program has named, with `::` between, if any. */
  readonly provider?: string;
  /** Name of the resource whose deletion takes it along, if any. */
  readonly deletedWith?: string;
  /** Paths of inputs whose changes Pulumi ignores, if any. */
  readonly ignoreChanges?: readonly string[];
  /** Paths of inputs whose changes replace it, besides those that its provider names, if any. */
  readonly replaceOnChanges?: readonly string[];
  /** Present when a replacement is made only after the old one is gone. */
  readonly deleteBeforeReplace?: true;
  /** URNs of parents under which a state may still have it, if any. */
  readonly formerParents?: readonly string[];
  /** Present when Pulumi only forgets it. */
  readonly retainOnDelete?: true;
  /** How long its provider may take, where the program says so, such as `20m`. */
  readonly customTimeouts?: pulumi.CustomTimeouts;
}

/** Result of running a program, with the resources and outputs that it registered. */
export interface Recording<T> {
  /** Return value of the recorded function. */
  readonly result: T;
  /** In order of registration. */
  readonly resources: readonly RecordedResource[];
  /**
   * Outputs that components have registered, by the name of the component; secrets are unwrapped.
   */
  readonly outputs: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** The resources of a type, such as `kubernetes:core/v1:Namespace`. */
export function ofType(recording: Recording<unknown>, type: string): readonly RecordedResource[] {
  return recording.resources.filter((resource) => resource.type === type);
}

/**
 * The one resource with a name.
 *
 * @throws Error listing what there is when no resource, or more than one, has it.
 */
export function named(recording: Recording<unknown>, name: string): RecordedResource {
  const [found, ...more] = recording.resources.filter((resource) => resource.name === name);
  if (found !== undefined && more.length === 0) return found;
  const names = recording.resources.map((resource) => `${resource.type} ${resource.name}`);
  throw new Error(`not exactly one resource is named "${name}"; there are:\n${names.join('\n')}`);
}
