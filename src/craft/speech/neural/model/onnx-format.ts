import protobuf from 'protobufjs';

export interface OnnxAttribute { name: string; i: bigint | number | null }
export interface OnnxNode { input: string[]; output: string[]; name: string; opType: string; attribute: OnnxAttribute[]; domain: string }
export interface OnnxTensor { dims: number[]; dataType: number; name: string; rawData: Uint8Array; int32Data: number[] }
/** `type` stays encoded, because nothing here reads it. */
export interface OnnxInput { name: string; type: Uint8Array }
export interface OnnxGraph { node: OnnxNode[]; initializer: OnnxTensor[]; input: OnnxInput[]; valueInfo: Uint8Array[] }
export interface OnnxModel { graph: OnnxGraph }

/** Numbers of `TensorProto.DataType`. */
export const ONNX_FLOAT = 1;
export const ONNX_UINT8 = 2;
export const ONNX_INT8 = 3;
export const ONNX_INT32 = 6;

/**
 * The messages of ONNX with their public field numbers. A part that is only carried over is declared as bytes; fields that
 * are missing here would be lost, so everything that a model for inference can hold is listed.
 */
const FORMAT = `
syntax = "proto3";
message Attribute {
  string name = 1; float f = 2; optional int64 i = 3; bytes s = 4; bytes t = 5; bytes g = 6;
  repeated float floats = 7; repeated int64 ints = 8; repeated bytes strings = 9; repeated bytes tensors = 10; repeated bytes graphs = 11;
  string doc_string = 13; bytes tp = 14; repeated bytes type_protos = 15; int32 type = 20; string ref_attr_name = 21;
}
message Node {
  repeated string input = 1; repeated string output = 2; string name = 3; string op_type = 4; repeated Attribute attribute = 5;
  string doc_string = 6; string domain = 7; string overload = 8;
}
message Tensor {
  repeated int64 dims = 1; int32 data_type = 2; bytes segment = 3; repeated float float_data = 4; repeated int32 int32_data = 5;
  repeated bytes string_data = 6; repeated int64 int64_data = 7; string name = 8; bytes raw_data = 9; repeated double double_data = 10;
  repeated uint64 uint64_data = 11; string doc_string = 12; repeated bytes external_data = 13; int32 data_location = 14;
}
message Value { string name = 1; bytes type = 2; string doc_string = 3; }
message Graph {
  repeated Node node = 1; string name = 2; repeated Tensor initializer = 5; string doc_string = 10; repeated Value input = 11;
  repeated bytes output = 12; repeated bytes value_info = 13; repeated bytes quantization_annotation = 14; repeated bytes sparse_initializer = 15;
}
message Model {
  int64 ir_version = 1; string producer_name = 2; string producer_version = 3; string domain = 4; int64 model_version = 5; string doc_string = 6;
  Graph graph = 7; repeated bytes opset_import = 8; repeated bytes metadata_props = 14; repeated bytes training_info = 20; repeated bytes functions = 25;
}`;

const Model = protobuf.parse(FORMAT).root.lookupType('Model');

/** Throws when the bytes are no ONNX model. */
export function decodeModel(bytes: Uint8Array): OnnxModel {
  const model = Model.decode(bytes) as unknown as OnnxModel;
  if (!(model.graph?.node?.length > 0)) throw new Error('the file is not an ONNX model');
  return model;
}

export const encodeModel = (model: OnnxModel): Uint8Array => Model.encode(model as never).finish();
