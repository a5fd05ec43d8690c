// SPDX-License-Identifier: Apache-2.0

/** The fields of an object's metadata that the sandbox reads. */
export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Any object as the API server sends it. */
export interface ApiObject {
  readonly metadata: Metadata;
}

/** Data of a Secret (in base64) or of a ConfigMap (as text). */
export interface DataObject extends ApiObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}
