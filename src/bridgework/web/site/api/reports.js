// Reports to the administrators.
import { operation } from "../operation.js";

export const reportContent = operation("reportContent");
