// SPDX-License-Identifier: Apache-2.0
import { BackwardWriter } from './backward-writer.ts';
import { structTags } from './struct-tags.ts';

/** Writes the last entry first, and the contents of each message before what stands in front of them. */
function writeStruct(writer: BackwardWriter, struct: object): void {
  for (const [key, value] of Object.entries(struct).toReversed()) {
    const end = writer.length;
    writeValue(writer, value);
    writer.begin(structTags.value, end);
    writer.text(key);
    writer.byte(structTags.key);
    writer.begin(structTags.entry, end);
  }
}

function writeList(writer: BackwardWriter, list: readonly unknown[]): void {
  for (const item of list.toReversed()) {
    const end = writer.length;
    writeValue(writer, item);
    writer.begin(structTags.item, end);
  }
}

function writeObject(writer: BackwardWriter, value: object | null): void {
  const end = writer.length;
  if (value === null) {
    writer.byte(0);
    writer.byte(structTags.null);
  } else if (Array.isArray(value)) {
    writeList(writer, value);
    writer.begin(structTags.list, end);
  } else {
    writeStruct(writer, value);
    writer.begin(structTags.struct, end);
  }
}

function writeValue(writer: BackwardWriter, value: unknown): void {
  switch (typeof value) {
    case 'string':
      writer.text(value);
      writer.byte(structTags.string);
      break;
    case 'number':
      writer.double(value);
      writer.byte(structTags.number);
      break;
    case 'boolean':
      writer.byte(value ? 1 : 0);
      writer.byte(structTags.bool);
      break;
    case 'object':
      writeObject(writer, value);
      break;
    default:
      // As google-protobuf does.
      throw new Error('Unexpected struct type.');
  }
}

/**
 * Returns a JavaScript object as the bytes of a `google.protobuf.Struct`.
 *
 * @throws {Error} `Unexpected struct type.` for a value that JSON does not have.
 */
export function encodeStruct(struct: object): Uint8Array {
  const writer = new BackwardWriter();
  writeStruct(writer, struct);
  return writer.bytes();
}
