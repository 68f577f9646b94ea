// The fields with which a member signs in, joins and proves to be the owner of an account.
export const EMAIL = {
  name: "email", label: "E-mail address", type: "email", autocomplete: "username", required: true,
};
export const PASSWORD = {
  name: "password", label: "Password", type: "password", autocomplete: "current-password",
  required: true,
};
export const OWN_PASSWORD = { ...PASSWORD, label: "Your password" };
export const NEW_PASSWORD = {
  ...PASSWORD, autocomplete: "new-password", hint: "At least 6 characters.",
};
export const CODE = {
  name: "otp", label: "Code", autocomplete: "one-time-code", required: true,
  hint: "The six digits of the e-mail that was sent to you.",
};
