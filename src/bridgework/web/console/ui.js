// What screens are made of, in one module.
export * from "../ui/library.js";
export * from "./parts/changes.js";
export * from "./parts/columns.js";
export * from "./parts/decisions.js";
export * from "./parts/listing.js";
export * from "./parts/notes.js";
export * from "./parts/pages.js";
export * from "./parts/palette.js";
export * from "./parts/record.js";
export * from "./parts/record_field.js";
export * from "./parts/rendered.js";
export * from "./parts/templates.js";
export * from "./router.js";
export * from "./session.js";
