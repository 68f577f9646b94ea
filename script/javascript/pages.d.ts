// Types that the modules of the site and the console share. Those of the API are made from its
// OpenAPI document: `Operations` and `Schemas`.
import type { VNode } from "preact";

declare global {
  /** What an element can contain. */
  type Shown = any;
  /** An option of a choice: a value, or [value, text]. */
  type Option = string | readonly string[];

  /** A value of a query: what is empty is left out. */
  type ParamValue = string | number | boolean | null | undefined | readonly string[];
  type OperationId = keyof Operations;
  /** The path and query parameters of an operation. */
  type Params<O extends OperationId> = Operations[O]["params"];
  /** The body of a request. */
  type Sent<O extends OperationId> = Operations[O]["body"];
  /** The payload of a response. */
  type Answer<O extends OperationId> = Operations[O]["answer"];
  /** A record of a list. */
  type Item<O extends OperationId> = ItemOf<Answer<O>>;
  type ItemOf<A> = A extends { items: Array<infer I> } ? I : A extends Array<infer I> ? I : never;

  interface CallOptions {
    headers?: Record<string, string>;
    signal?: AbortSignal;
    keepalive?: boolean;
    anonymous?: boolean;
    isPage?: boolean;
  }
  /** An operation of the site as a function. */
  interface Call<O extends OperationId, A = Answer<O>> {
    (params?: Params<O>, signal?: AbortSignal): Promise<A>;
    (params?: Params<O>, body?: Partial<Sent<O>>, options?: CallOptions): Promise<A>;
    operationId: O;
  }

  /** A record of one of two kinds: it may have the members of either. */
  type Either<A, B> = { [K in keyof A | keyof B]?:
    (K extends keyof A ? A[K] : never) | (K extends keyof B ? B[K] : never) };

  /** Data that a screen loads. */
  interface State<T> {
    data: T;
    error: any;
    reload: () => void;
  }
  /** The pages of a list that are loaded. */
  interface PagesState<T> extends State<T> {
    more: () => Promise<void>;
  }

  /** A field of a form (see `Form`). */
  interface FormField {
    name: string;
    label?: Shown;
    type?: string;
    as?: string;
    options?: readonly Option[];
    hint?: Shown;
    min?: number;
    max?: number;
    required?: boolean;
    rows?: any;
    placeholder?: string;
    autocomplete?: string;
    inputmode?: string;
    accept?: string;
    list?: string;
    group?: string;
    isFolded?: boolean;
    part?: (properties: any) => Shown;
    control?: (properties: any) => Shown;
    remark?: (value: any) => string;
    keepsExtension?: boolean;
    suggest?: any;
    /** The fields of each record of a list, whose heading `title` returns. */
    entry?: FormField[];
    title?: (entry: any) => string;
    read?: (value: any) => any;
    send?: (value: any) => any;
    show?: (value: any) => Shown;
    /** The parameter of a filter. */
    toParam?: (value: any) => ParamValue;
    /** Of a part or a control. */
    kind?: any;
    members?: any;
    values?: any;
    columns?: any;
    icon?: any;
  }

  interface FormProperties {
    fields: readonly FormField[];
    values?: any;
    submit: (values: any) => any;
    label?: string;
    danger?: boolean;
    onCancel?: false | (() => void);
    onChange?: (values: any) => void;
    cancel?: string;
    draft?: string;
    foldedLabel?: string;
    error?: any;
    username?: string;
    children?: Shown;
  }

  /** An operation on the record with an ID, which a decision makes. */
  type OfRecord = { [O in OperationId]: { id: string } extends Params<O> ? Params<O> extends { id: string } ? O : never : never }[OperationId];

  /** A request: the arguments of `call`. */
  type ApiRequest = { [O in OperationId]:
    readonly [operation: O, params?: Params<O>, body?: Partial<Sent<O>>, options?: CallOptions]
  }[OperationId];

  /** A decision on a record (see `decide`). */
  interface Decision<R = any> {
    label: string;
    kind?: string;
    decision?: Sent<"adminDecideMany">["decision"];
    fields?: FormField[];
    text?: string;
    hasTemplates?: boolean;
    mail?: string | false | ((record: R) => string | false);
    to?: any;
    request: (record: R, input?: any) => ApiRequest;
    undo?: false | ((record: R) => unknown);
    after?: (record: R) => unknown;
  }
  /** Where a decision is made (see `decide`). */
  interface DecisionContext<R = any> {
    title: string;
    about?: string;
    owner?: (record: R) => any;
    reload?: () => void;
    leave?: () => void;
  }

  /** A column of a list: a member that is shown as it is, or what `show` returns. */
  type Column<R> = { label: string; text?: (record: R) => any; hidden?: boolean } & (
    { key: keyof R & string; show?: (record: R, reload?: () => void) => Shown }
    | { key: string; show: (record: R, reload?: () => void) => Shown });
  /** The columns of the records of a list operation. */
  type Columns<O extends OperationId> = Column<Item<O>>[];

  /** A column of one member of any records that have it. */
  interface MemberColumn<K extends string> {
    key: K;
    label: string;
    hidden?: boolean;
    show: (record: Record<K, any>) => Shown;
    text?: (record: Record<K, any>) => any;
  }
  /** A part of a screen with tabs. */
  type Part = readonly [key: string, label: string, component: (properties: any) => Shown];

  /** The member of a session, and its tokens. */
  type Session = Answer<"login">;

  /** A template, as the check of types reads it: each element and component is a call. */
  interface Html {
    (strings: TemplateStringsArray, ...values: any[]): VNode<any>;
    element<K extends keyof HTMLElementTagNameMap>(
      tag: K,
      attributes: ElementAttributes<HTMLElementTagNameMap[K]>,
    ): VNode<any>;
    element(tag: string, attributes: ElementAttributes<any>): VNode<any>;
    key(value: unknown): {};
  }
  interface ElementAttributes<E> {
    [listener: `on${string}`]: ((event: any & { currentTarget: E; target: any }) => unknown) | any;
    [name: string]: any;
  }
}
