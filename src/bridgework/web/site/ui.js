// What screens are made of, in one module.
export { useEffect, useRef, useState } from "preact/hooks";
export * from "../ui/data.js";
export * from "../ui/dialog.js";
export * from "../ui/form.js";
export * from "../ui/format.js";
export * from "../ui/html.js";
export * from "../ui/parts.js";
export * from "../ui/pictures.js";
export * from "../ui/toast.js";
export * from "../ui/zones.js";
export * from "./page.js";
export * from "./parts/common.js";
export * from "./router.js";
export * from "./session.js";
