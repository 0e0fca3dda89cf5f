import { open } from 'node:fs/promises';

/** Tensor with the number of frames of each phoneme. */
export const DURATIONS = '/encoder/Round_output_0';

/** Numbers of fields and types of ONNX. */
const [MODEL_GRAPH, GRAPH_OUTPUT, VALUE_NAME, VALUE_TYPE, TYPE_TENSOR, TENSOR_ELEMENT, FLOAT] = [7, 12, 1, 2, 1, 1, 1];
/** The greatest length that protobuf encodes in one byte. */
const MAX_SHORT = 127;

/** A field of a message whose value is bytes. */
function field(number: number, value: Uint8Array): Uint8Array {
  if (value.length > MAX_SHORT) throw new Error(`${value.length} bytes are too many for this field`);
  return Uint8Array.of((number << 3) | 2, value.length, ...value);
}

/** The bytes of a model that declares only this tensor, as an output of its graph. */
function outputOf(tensor: string): Uint8Array {
  const type = field(VALUE_TYPE, field(TYPE_TENSOR, Uint8Array.of(TENSOR_ELEMENT << 3, FLOAT)));
  return field(MODEL_GRAPH, field(GRAPH_OUTPUT, Uint8Array.of(...field(VALUE_NAME, new TextEncoder().encode(tensor)), ...type)));
}

/**
 * Reads a model and adds the durations of phonemes as an output. Two protobuf messages in a row form one message with the fields of both, so the model need
 * not be decoded, and its file stays as installed. The additional output does not change the sound.
 */
export async function readWithDurations(file: string): Promise<Uint8Array> {
  const more = outputOf(DURATIONS);
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const model = new Uint8Array(size + more.length);
    for (let at = 0; at < size;) {
      const { bytesRead } = await handle.read(model, at, size - at, at);
      if (bytesRead === 0) throw new Error(`${file} ends after ${at} bytes`);
      at += bytesRead;
    }
    model.set(more, size);
    return model;
  } finally {
    await handle.close();
  }
}
