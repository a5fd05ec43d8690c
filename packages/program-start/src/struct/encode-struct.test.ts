// SPDX-License-Identifier: Apache-2.0
import { randomNumbers } from '@strata/testing';
import { encodeStruct } from './encode-struct.ts';
import { randomStruct } from './random-structs.ts';
import { upstreamStruct } from './upstream-struct.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test.each([
  [{}, ''],
  [{ a: null }, '0a070a016112020800'],
  [{ a: false }, '0a070a016112022000'],
  [{ a: true }, '0a070a016112022001'],
  [{ a: 1 }, '0a0e0a0161120911000000000000f03f'],
  [{ a: 'ä' }, '0a090a016112041a02c3a4'],
  [{ a: {} }, '0a070a016112022a00'],
  [{ a: [] }, '0a070a016112023200'],
  [{ a: [null], b: 'c' }, '0a0b0a0161120632040a0208000a080a016212031a0163'],
])('%j is %s, as google-protobuf writes it', (object, bytes) => {
  expect(hex(encodeStruct(object))).toBe(bytes);
  expect(hex(upstreamStruct.fromJavaScript(object).serializeBinary())).toBe(bytes);
});

test.each([127, 128, 16_383, 16_384, 2_097_152])('writes a text of %i bytes', (length) => {
  const object = { text: 'x'.repeat(length) };
  const bytes = encodeStruct(object);
  expect(upstreamStruct.deserializeBinary(bytes).toJavaScript()).toEqual(object);
  expect(bytes.length).toBe(upstreamStruct.fromJavaScript(object).serializeBinary().length);
});

test('google-protobuf reads what was written of 500 random objects', () => {
  const random = randomNumbers(1);
  for (let round = 0; round < 500; round += 1) {
    const object = randomStruct(random);
    expect(upstreamStruct.deserializeBinary(encodeStruct(object)).toJavaScript()).toEqual(object);
  }
});

test.each([[undefined], [() => 1], [1n], [Symbol('a')]])(
  'refuses %p as google-protobuf does, at any depth',
  (value) => {
    const message = 'Unexpected struct type.';
    expect(() => encodeStruct({ a: [{ b: value }] })).toThrow(new Error(message));
    expect(() => upstreamStruct.fromJavaScript({ a: [{ b: value }] })).toThrow(message);
  },
);
