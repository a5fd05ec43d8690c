// SPDX-License-Identifier: Apache-2.0
import { sdkDependency } from '../sdk-dependency.ts';

interface UpstreamStruct {
  readonly serializeBinary: () => Uint8Array;
  readonly toJavaScript: () => object;
}

/** google-protobuf's own class, for tests. */
export const { Struct: upstreamStruct } = sdkDependency(
  'google-protobuf/google/protobuf/struct_pb',
) as {
  Struct: {
    readonly fromJavaScript: (object: object) => UpstreamStruct;
    readonly deserializeBinary: (bytes: Uint8Array) => UpstreamStruct;
  };
};
