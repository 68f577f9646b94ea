// The operations of consultations.
import { operation } from "../operation.js";

export const listMyConsultations = operation("listMyConsultations");
export const getConsultation = operation("getConsultation");
export const createConsultation = operation("createConsultation");
export const answerConsultation = operation("answerConsultation");
export const cancelConsultation = operation("cancelConsultation");
