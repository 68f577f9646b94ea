// What the console uses of this folder, in one module.
export { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
export * from "./address.js";
export * from "./api.js";
export * from "./board.js";
export * from "./chart.js";
export * from "./data.js";
export * from "./dialog.js";
export * from "./form.js";
export * from "./format.js";
export * from "./html.js";
export * from "./markup.js";
export * from "./month.js";
export * from "./parts.js";
export * from "./pictures.js";
export * from "./storage.js";
export * from "./toast.js";
export * from "./upload.js";
export * from "./zones.js";
