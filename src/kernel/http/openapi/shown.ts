/** A JSON schema in the form that the document shows. */
export interface Shown {
  $ref?: string; type?: string; enum?: unknown[]; const?: unknown; default?: unknown; description?: string; examples?: unknown[];
  anyOf?: Shown[]; oneOf?: Shown[]; allOf?: Shown[]; items?: Shown; properties?: Record<string, Shown>; patternProperties?: Record<string, Shown>;
  additionalProperties?: boolean | Shown; required?: string[]; pattern?: string; format?: string; minLength?: number; minItems?: number;
  minimum?: number; maximum?: number; discriminator?: { propertyName: string; mapping: Record<string, string> };
}
