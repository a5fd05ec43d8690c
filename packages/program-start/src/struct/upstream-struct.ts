// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

interface UpstreamStruct {
  readonly serializeBinary: () => Uint8Array;
  readonly toJavaScript: () => object;
}

const sdk = createRequire(createRequire(import.meta.url).resolve('@pulumi/pulumi/package.json'));

/** google-protobuf's own class, for tests. */
export const { Struct: upstreamStruct } = sdk('google-protobuf/google/protobuf/struct_pb') as {
  Struct: {
    readonly fromJavaScript: (object: object) => UpstreamStruct;
    readonly deserializeBinary: (bytes: Uint8Array) => UpstreamStruct;
  };
};
