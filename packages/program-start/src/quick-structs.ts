// SPDX-License-Identifier: Apache-2.0
import { sdkDependency } from './sdk-dependency.ts';
import { decodeStruct } from './struct/decode-struct.ts';
import { encodeStruct } from './struct/encode-struct.ts';
import { restOfMessage } from './struct/rest-of-message.ts';
import type { MessageReader } from './struct/rest-of-message.ts';

interface StructMessage {
  readonly getFieldsMap: (mayNotCreate?: boolean) => unknown;
  readonly toJavaScript: () => object;
}

interface MessageWriter {
  readonly writeSerializedMessage: (bytes: Uint8Array, start: number, end: number) => void;
}

interface StructClass {
  new (): StructMessage;
  readonly prototype: {
    getFieldsMap: (this: StructMessage, mayNotCreate?: boolean) => unknown;
    toJavaScript: (this: StructMessage) => object;
  };
  fromJavaScript: (object: object) => StructMessage;
  serializeBinaryToWriter: (message: StructMessage, writer: MessageWriter) => void;
  deserializeBinaryFromReader: (message: StructMessage, reader: MessageReader) => StructMessage;
}

// The SDK's messages ask these classes for what they contain.
const { Struct } = sdkDependency('google-protobuf/google/protobuf/struct_pb') as {
  Struct: StructClass;
};
const { BinaryReader } = sdkDependency('google-protobuf') as {
  BinaryReader: new (bytes: Uint8Array) => MessageReader;
};

const { deserializeBinaryFromReader, serializeBinaryToWriter } = Struct;
const { getFieldsMap, toJavaScript } = Struct.prototype;

/** Contents of each Struct as they are on the wire. One whose fields were asked for has them itself. */
const contents = new WeakMap<StructMessage, Uint8Array>();

/**
 * Makes the bytes of a Struct from its object, and the object from the bytes, in one step: properties of
 * resources travel as Structs. google-protobuf makes a message of each value in it, and another of each
 * entry: 150 ms of a processor for the definition of one kind with 4,500 values, there and back, where this
 * takes 5.
 *
 * @see https://github.com/protocolbuffers/protobuf-javascript/blob/v3.21.4/message.js `initialize`
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/resource.ts
 * `gstruct.Struct.fromJavaScript`
 */
Struct.fromJavaScript = (object) => {
  const message = new Struct();
  contents.set(message, encodeStruct(object));
  return message;
};

Struct.serializeBinaryToWriter = (message, writer) => {
  const bytes = contents.get(message);
  if (bytes === undefined) serializeBinaryToWriter(message, writer);
  else writer.writeSerializedMessage(bytes, 0, bytes.length);
};

Struct.deserializeBinaryFromReader = (message, reader) => {
  const bytes = restOfMessage(reader);
  if (bytes === undefined) return deserializeBinaryFromReader(message, reader);
  contents.set(message, bytes);
  return message;
};

Struct.prototype.toJavaScript = function readObject(): object {
  const bytes = contents.get(this);
  return bytes === undefined ? toJavaScript.call(this) : decodeStruct(bytes);
};

Struct.prototype.getFieldsMap = function readFields(mayNotCreate?: boolean): unknown {
  const bytes = contents.get(this);
  if (bytes !== undefined) {
    contents.delete(this);
    deserializeBinaryFromReader(this, new BinaryReader(bytes));
  }
  return getFieldsMap.call(this, mayNotCreate);
};
