// SPDX-License-Identifier: Apache-2.0
import { structTags } from './struct-tags.ts';

type Fields = Record<string, unknown>;

/** Bytes of fixed numbers that a field has by how its value is written; see `structTags`. */
const fixedSizes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

class StructReader {
  private readonly buffer: Buffer;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads fields until an end. Their order on the wire is that of a map in Go: none. */
  struct(end: number): Fields {
    const fields: Fields = {};
    while (this.at < end) {
      const tag = this.varint();
      if (tag === structTags.entry) this.entry(fields, this.end());
      else this.skip(tag);
    }
    return sorted(fields);
  }

  /** Reads a length, and returns where what has it ends. */
  end(): number {
    const length = this.varint();
    return this.at + length;
  }

  private entry(fields: Fields, end: number): void {
    let key = '';
    let value: unknown;
    while (this.at < end) {
      const tag = this.varint();
      if (tag === structTags.key) key = this.text();
      else if (tag === structTags.value) value = this.value(this.end());
      else this.skip(tag);
    }
    if (value === undefined) throw unexpected();
    fields[key] = value;
  }

  private list(end: number): unknown[] {
    const list: unknown[] = [];
    while (this.at < end) {
      const tag = this.varint();
      if (tag === structTags.item) list.push(this.value(this.end()));
      else this.skip(tag);
    }
    return list;
  }

  private value(end: number): unknown {
    let value: unknown;
    while (this.at < end) value = this.kind(this.varint(), value);
    if (value === undefined) throw unexpected();
    return value;
  }

  /** Reads one of the values that a Value can be; a field that is unknown leaves the one of before. */
  private kind(tag: number, before: unknown): unknown {
    switch (tag) {
      case structTags.null:
        this.varint();
        return null;
      case structTags.number:
        this.at += 8;
        return this.buffer.readDoubleLE(this.at - 8);
      case structTags.string:
        return this.text();
      case structTags.bool:
        return this.varint() !== 0;
      case structTags.struct:
        return this.struct(this.end());
      case structTags.list:
        return this.list(this.end());
      default:
        this.skip(tag);
        return before;
    }
  }

  private text(): string {
    const end = this.end();
    const text = this.buffer.toString('utf8', this.at, end);
    this.at = end;
    return text;
  }

  private varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.buffer.readUInt8(this.at);
      this.at += 1;
      // Beyond 32 bits are only negative numbers of enums, whose value does not matter.
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  private skip(tag: number): void {
    const wireType = tag & 7;
    const size = fixedSizes[wireType];
    if (wireType === 0) this.varint();
    else if (wireType === 2) this.at = this.end();
    else if (size === undefined) throw unexpected();
    else this.at += size;
  }
}

const unexpected = () => new Error('Unexpected struct type');

/** Returns fields in the order of their names, as google-protobuf does. */
function sorted(fields: Fields): Fields {
  const names = Object.keys(fields);
  if (names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)) return fields;
  return Object.fromEntries(names.toSorted().map((name) => [name, fields[name]]));
}

/**
 * Returns the JavaScript object that the bytes of a `google.protobuf.Struct` stand for, its fields in the
 * order of their names.
 *
 * @throws {Error} `Unexpected struct type` for a value of no kind.
 */
export function decodeStruct(bytes: Uint8Array): Fields {
  return new StructReader(bytes).struct(bytes.byteLength);
}
