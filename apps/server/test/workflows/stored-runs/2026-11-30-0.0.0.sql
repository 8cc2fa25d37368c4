CREATE SCHEMA guildline;

CREATE FUNCTION guildline.enqueue_workflow(workflow_name text, queue_name text, positional_args json[] DEFAULT ARRAY[]::json[], named_args json DEFAULT '{}'::json, class_name text DEFAULT NULL::text, config_name text DEFAULT NULL::text, workflow_id text DEFAULT NULL::text, app_version text DEFAULT NULL::text, timeout_ms bigint DEFAULT NULL::bigint, deadline_epoch_ms bigint DEFAULT NULL::bigint, deduplication_id text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, queue_partition_key text DEFAULT NULL::text, authenticated_user text DEFAULT NULL::text, authenticated_roles text DEFAULT NULL::text, delay_until_epoch_ms bigint DEFAULT NULL::bigint, application_name text DEFAULT NULL::text) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
    v_workflow_id TEXT;
    v_serialized_inputs TEXT;
    v_owner_xid TEXT;
    v_now BIGINT;
    v_recovery_attempts INT4 := 0;
    v_priority INT4;
    v_status TEXT;
BEGIN

    -- Validate required parameters
    IF workflow_name IS NULL OR workflow_name = '' THEN
        RAISE EXCEPTION 'Workflow name cannot be null or empty';
    END IF;
    IF queue_name IS NULL OR queue_name = '' THEN
        RAISE EXCEPTION 'Queue name cannot be null or empty';
    END IF;
    IF named_args IS NOT NULL AND jsonb_typeof(named_args::jsonb) != 'object' THEN
        RAISE EXCEPTION 'Named args must be a JSON object';
    END IF;
    IF workflow_id IS NOT NULL AND workflow_id = '' THEN
        RAISE EXCEPTION 'Workflow ID cannot be an empty string if provided.';
    END IF;
    IF delay_until_epoch_ms IS NOT NULL AND delay_until_epoch_ms < 0 THEN
        RAISE EXCEPTION 'delay_until_epoch_ms must be >= 0';
    END IF;

    v_workflow_id := COALESCE(workflow_id, gen_random_uuid()::TEXT);
    v_owner_xid := gen_random_uuid()::TEXT;
    v_priority := COALESCE(priority, 0);
    v_serialized_inputs := json_build_object(
        'positionalArgs', positional_args,
        'namedArgs', named_args
    )::TEXT;
    v_now := EXTRACT(epoch FROM now()) * 1000;
    v_status := CASE WHEN delay_until_epoch_ms IS NULL THEN 'ENQUEUED' ELSE 'DELAYED' END;

    INSERT INTO "guildline".workflow_status (
        workflow_uuid, status,
        name, class_name, config_name,
        queue_name, deduplication_id, priority, queue_partition_key,
        application_version,
        created_at, updated_at, recovery_attempts,
        workflow_timeout_ms, workflow_deadline_epoch_ms,
        parent_workflow_id, owner_xid, serialization,
        authenticated_user, authenticated_roles,
        delay_until_epoch_ms, application_name
    ) VALUES (
        v_workflow_id, v_status,
        workflow_name, class_name, config_name,
        queue_name, deduplication_id, v_priority, queue_partition_key,
        app_version,
        v_now, v_now, v_recovery_attempts,
        timeout_ms, deadline_epoch_ms,
        NULL, v_owner_xid, 'portable_json',
        authenticated_user, authenticated_roles,
        delay_until_epoch_ms, application_name
    )
    ON CONFLICT (workflow_uuid)
    DO UPDATE SET
        updated_at = EXCLUDED.updated_at;

    INSERT INTO "guildline".workflow_input (
        workflow_uuid, inputs, retention_timestamp
    ) VALUES (
        v_workflow_id, v_serialized_inputs, v_now
    )
    ON CONFLICT (workflow_uuid) DO NOTHING;

    RETURN v_workflow_id;

EXCEPTION
    WHEN unique_violation THEN
        RAISE EXCEPTION 'DBOS queue duplicated'
            USING DETAIL = format('Workflow %s with queue %s and deduplication ID %s already exists', v_workflow_id, queue_name, deduplication_id),
                ERRCODE = 'unique_violation';
END;
$$;

CREATE FUNCTION guildline.send_message(destination_id text, message json, topic text DEFAULT NULL::text, message_id text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
        DECLARE
            v_topic TEXT := COALESCE(topic, '__null__topic__');
            v_message_id TEXT := COALESCE(message_id, gen_random_uuid()::TEXT);
        BEGIN
            INSERT INTO "guildline".notifications (
                destination_uuid, topic, message, message_uuid, serialization
            ) VALUES (
                destination_id, v_topic, message, v_message_id, 'portable_json'
            )
            ON CONFLICT (message_uuid) DO NOTHING;
        EXCEPTION
            WHEN foreign_key_violation THEN
                RAISE EXCEPTION 'DBOS non-existent workflow'
                   USING DETAIL = format('Destination workflow %s does not exist', destination_id),
                        ERRCODE = 'foreign_key_violation';
        END;
        $$;

CREATE TABLE guildline.application_versions (
    version_id text NOT NULL,
    version_name text NOT NULL,
    version_timestamp bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    application_name text
);

CREATE TABLE guildline.dbos_migrations (
    version bigint NOT NULL
);

CREATE TABLE guildline.event_dispatch_kv (
    service_name text NOT NULL,
    workflow_fn_name text NOT NULL,
    key text NOT NULL,
    value text,
    update_seq numeric(38,0),
    update_time numeric(38,15)
);

CREATE TABLE guildline.notifications (
    message_uuid text DEFAULT gen_random_uuid() NOT NULL,
    destination_uuid text NOT NULL,
    topic text,
    message text NOT NULL,
    created_at_epoch_ms bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    serialization text,
    consumed boolean DEFAULT false NOT NULL,
    consumed_by_function_id integer
);

CREATE TABLE guildline.operation_outputs (
    workflow_uuid text NOT NULL,
    function_id integer NOT NULL,
    function_name text DEFAULT ''::text NOT NULL,
    output text,
    error text,
    child_workflow_id text,
    started_at_epoch_ms bigint,
    completed_at_epoch_ms bigint,
    serialization text,
    application_name text,
    retention_timestamp bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL
);

CREATE TABLE guildline.queues (
    queue_id text DEFAULT (gen_random_uuid())::text NOT NULL,
    name text NOT NULL,
    concurrency integer,
    worker_concurrency integer,
    rate_limit_max integer,
    rate_limit_period_sec double precision,
    priority_enabled boolean DEFAULT false NOT NULL,
    partition_queue boolean DEFAULT false NOT NULL,
    polling_interval_sec double precision DEFAULT 1.0 NOT NULL,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    application_name text,
    partition_concurrency integer,
    partition_worker_concurrency integer,
    partition_rate_limit_max integer,
    partition_rate_limit_period_sec double precision
);

CREATE TABLE guildline.run_claims (
    run text NOT NULL,
    step integer NOT NULL,
    execution text NOT NULL,
    first_at bigint NOT NULL,
    until bigint NOT NULL
);

CREATE TABLE guildline.run_format (
    version integer NOT NULL
);

CREATE TABLE guildline.runs (
    id text NOT NULL,
    kind text NOT NULL,
    caller text NOT NULL,
    key text,
    input text NOT NULL,
    given text,
    status text NOT NULL,
    "position" integer NOT NULL,
    note text,
    cancel_requested boolean DEFAULT false NOT NULL,
    cancelling boolean DEFAULT false NOT NULL,
    wake_at bigint,
    execution text,
    fruitless integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    sequence bigint NOT NULL
);

ALTER TABLE guildline.runs ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME guildline.runs_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE guildline.streams (
    workflow_uuid text NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    "offset" integer NOT NULL,
    function_id integer DEFAULT 0 NOT NULL,
    serialization text
);

CREATE TABLE guildline.used_approvals (
    id text NOT NULL,
    expires_at bigint NOT NULL
);

CREATE TABLE guildline.workflow_events (
    workflow_uuid text NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    serialization text
);

CREATE TABLE guildline.workflow_events_history (
    workflow_uuid text NOT NULL,
    function_id integer NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    serialization text
);

CREATE TABLE guildline.workflow_input (
    workflow_uuid text NOT NULL,
    inputs text,
    retention_timestamp bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL
);

CREATE TABLE guildline.workflow_output (
    workflow_uuid text NOT NULL,
    output text,
    error text,
    retention_timestamp bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL
);

CREATE TABLE guildline.workflow_schedules (
    schedule_id text NOT NULL,
    schedule_name text NOT NULL,
    workflow_name text NOT NULL,
    workflow_class_name text,
    schedule text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    context text NOT NULL,
    last_fired_at text,
    automatic_backfill boolean DEFAULT false NOT NULL,
    cron_timezone text,
    queue_name text,
    application_name text
);

CREATE TABLE guildline.workflow_status (
    workflow_uuid text NOT NULL,
    status text,
    name text,
    authenticated_user text,
    assumed_role text,
    authenticated_roles text,
    request text,
    output text,
    error text,
    executor_id text,
    created_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    updated_at bigint DEFAULT ((EXTRACT(epoch FROM now()) * 1000.0))::bigint NOT NULL,
    application_version text,
    application_id text,
    class_name character varying(255) DEFAULT NULL::character varying,
    config_name character varying(255) DEFAULT NULL::character varying,
    recovery_attempts bigint DEFAULT 0,
    queue_name text,
    workflow_timeout_ms bigint,
    workflow_deadline_epoch_ms bigint,
    inputs text,
    started_at_epoch_ms bigint,
    deduplication_id text,
    priority integer DEFAULT 0 NOT NULL,
    queue_partition_key text,
    forked_from text,
    owner_xid text,
    parent_workflow_id text,
    serialization text,
    delay_until_epoch_ms bigint,
    was_forked_from boolean DEFAULT false NOT NULL,
    rate_limited boolean DEFAULT false NOT NULL,
    completed_at bigint,
    attributes jsonb,
    schedule_name text,
    debounce_deadline_epoch_ms bigint,
    is_debounced boolean DEFAULT false NOT NULL,
    application_name text,
    creator_xid text
);

INSERT INTO guildline.application_versions VALUES ('5d9dce38-8b1d-41c8-b83a-d8d8aa6f4df9', 'guildline-1', 1796069287267, 1796069287267, 'guildline');

INSERT INTO guildline.dbos_migrations VALUES (123);

INSERT INTO guildline.operation_outputs VALUES ('wf_a01ae0b20980d624c0b1351c21b5e674', 0, '0 messages_send', '{"record":{"id":"step_0","tool":"messages_send","status":"success","result":{"message_id":"1577053637757108224","channel_id":"222233334444555566","jump_url":"https://discord.com/channels/111122223333444455/222233334444555566/1577053637757108224","timestamp":"2026-11-30T20:08:07.469Z"},"duration_ms":86}}', NULL, NULL, 1796069287410, 1796069287515, 'guildline_json', 'guildline', 1796069287518);
INSERT INTO guildline.operation_outputs VALUES ('wf_f3ae25d7f8abfc8c1cf572bbd722b56b', 0, '0 workflow_wait', '{"ending":{"status":"waiting","position":0,"note":{"waiting":{"position":0,"step":"step_0","for":"time","until":1796072887677.2366}},"wakeAt":1796072887677.2366}}', NULL, NULL, 1796069287664, 1796069287677, 'guildline_json', 'guildline', 1796069287679);
INSERT INTO guildline.operation_outputs VALUES ('wf_a2201f6f54192cfcedd465bf41c814a3', 0, '0 workflow_ask', '{"ending":{"status":"waiting","position":0,"note":{"waiting":{"position":0,"step":"asks","for":"person","question":"Go on?","asked_at":1796069287837.4937}}}}', NULL, NULL, 1796069287798, 1796069287837, 'guildline_json', 'guildline', 1796069287838);
INSERT INTO guildline.operation_outputs VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 0, '0 messages_send', '{"record":{"id":"step_0","tool":"messages_send","status":"success","result":{"message_id":"1577053640231747585","channel_id":"222233334444555566","jump_url":"https://discord.com/channels/111122223333444455/222233334444555566/1577053640231747585","timestamp":"2026-11-30T20:08:08.070Z"},"duration_ms":97}}', NULL, NULL, 1796069287972, 1796069288082, 'guildline_json', 'guildline', 1796069288087);
INSERT INTO guildline.operation_outputs VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 1, '1 messages_send', '{"record":{"id":"step_1","tool":"messages_send","status":"success","result":{"message_id":"1577053640760229890","channel_id":"222233334444555566","jump_url":"https://discord.com/channels/111122223333444455/222233334444555566/1577053640760229890","timestamp":"2026-11-30T20:08:08.196Z"},"duration_ms":94}}', NULL, NULL, 1796069288100, 1796069288202, 'guildline_json', 'guildline', 1796069288203);
INSERT INTO guildline.operation_outputs VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 2, '2 messages_send', '{"record":{"id":"step_2","tool":"messages_send","status":"success","result":{"message_id":"1577053641066414083","channel_id":"222233334444555566","jump_url":"https://discord.com/channels/111122223333444455/222233334444555566/1577053641066414083","timestamp":"2026-11-30T20:08:08.270Z"},"duration_ms":60}}', NULL, NULL, 1796069288225, 1796069288296, 'guildline_json', 'guildline', 1796069288299);

INSERT INTO guildline.queues VALUES ('8ca4d04c-5312-495f-ac65-3714b6d71b7f', 'guildline', NULL, 50, NULL, NULL, true, false, 1, 1796069287312, 1796069287280, 'guildline', NULL, NULL, NULL, NULL);

INSERT INTO guildline.run_claims VALUES ('wf_a01ae0b20980d624c0b1351c21b5e674', 0, 'aff8ab4f-d203-494b-af1f-0f9da471c9b2', 1796069287431, 1796069349431);
INSERT INTO guildline.run_claims VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 0, '9e8bcb27-58e1-4685-9add-841b97591ede', 1796069287985, 1796069349985);
INSERT INTO guildline.run_claims VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 1, '9e8bcb27-58e1-4685-9add-841b97591ede', 1796069288108, 1796069350109);
INSERT INTO guildline.run_claims VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 2, '9e8bcb27-58e1-4685-9add-841b97591ede', 1796069288236, 1796069350237);
INSERT INTO guildline.run_claims VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 3, '9e8bcb27-58e1-4685-9add-841b97591ede', 1796069288360, 1796069350361);

INSERT INTO guildline.run_format VALUES (1);

INSERT INTO guildline.runs OVERRIDING SYSTEM VALUE VALUES ('wf_a01ae0b20980d624c0b1351c21b5e674', 'workflow', 'local', '"done"', '{"target":{"profile_id":"default","guild_id":"111122223333444455"},"steps":[{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored and done"},"continue_on_error":false}],"grants":[],"digest":"iyzFtvYfUwKrIX8mEI63W4Bb1i2AGWAmUy1dXsgRAGA","trace_id":"03e490b5-f3a5-408d-bc68-0ed81f4ec588"}', '[]', 'completed', 1, '{}', false, false, NULL, NULL, 0, 1796069287355, 1796069287533, 1);
INSERT INTO guildline.runs OVERRIDING SYSTEM VALUE VALUES ('wf_f3ae25d7f8abfc8c1cf572bbd722b56b', 'workflow', 'local', '"waits"', '{"target":{"profile_id":"default","guild_id":"111122223333444455"},"steps":[{"tool":"workflow_wait","args":{"seconds":3600},"continue_on_error":false},{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored wait is over"},"continue_on_error":false}],"grants":[],"digest":"YWg8JjyhTZ4NHiRceKCzyjFNpAjgmG88OZZp8DZFjs4","trace_id":"8085c1d4-cad8-4f08-a5ad-f116fd236061"}', '[]', 'waiting', 0, '{"waiting":{"position":0,"step":"step_0","for":"time","until":1796072887677.2366}}', false, false, 1796072887678, NULL, 0, 1796069287632, 1796069287682, 2);
INSERT INTO guildline.runs OVERRIDING SYSTEM VALUE VALUES ('wf_a2201f6f54192cfcedd465bf41c814a3', 'workflow', 'local', '"asks"', '{"target":{"profile_id":"default","guild_id":"111122223333444455"},"steps":[{"id":"asks","tool":"workflow_ask","args":{"question":"Go on?"},"continue_on_error":false},{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored answer: {{asks.answer}}"},"continue_on_error":false}],"grants":[],"digest":"ZlJsF-XxfvYTye1wluJ0a6w-7bZ1LLD9C8A2SxXU6uU","trace_id":"16116da5-18ad-49a0-b458-4f6a5065b2ce"}', '[]', 'waiting', 0, '{"waiting":{"position":0,"step":"asks","for":"person","question":"Go on?","asked_at":1796069287837.4937}}', false, false, NULL, NULL, 0, 1796069287759, 1796069287860, 3);
INSERT INTO guildline.runs OVERRIDING SYSTEM VALUE VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 'workflow', 'local', '"killed"', '{"target":{"profile_id":"default","guild_id":"111122223333444455"},"steps":[{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored 0"},"continue_on_error":false},{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored 1"},"continue_on_error":false},{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored 2"},"continue_on_error":false},{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored 3"},"continue_on_error":false},{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored 4"},"continue_on_error":false},{"tool":"messages_send","args":{"channel_id":"222233334444555566","content":"stored 5"},"continue_on_error":false}],"grants":[],"digest":"2QvTTPXaQVWjSsI4g7049FYOLB1O6zW7UKZ8HncHgbg","trace_id":"8681781d-c9d1-42e7-8500-c5b123f9e263"}', '[]', 'running', 0, NULL, false, false, NULL, '9e8bcb27-58e1-4685-9add-841b97591ede', 1, 1796069287944, 1796069287959, 4);

INSERT INTO guildline.workflow_input VALUES ('wf_a01ae0b20980d624c0b1351c21b5e674', '[]', 1796069287364);
INSERT INTO guildline.workflow_input VALUES ('wf_f3ae25d7f8abfc8c1cf572bbd722b56b', '[]', 1796069287637);
INSERT INTO guildline.workflow_input VALUES ('wf_a2201f6f54192cfcedd465bf41c814a3', '[]', 1796069287765);
INSERT INTO guildline.workflow_input VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', '[]', 1796069287950);

INSERT INTO guildline.workflow_output VALUES ('wf_a01ae0b20980d624c0b1351c21b5e674', 'null', NULL, 1796069287536);
INSERT INTO guildline.workflow_output VALUES ('wf_f3ae25d7f8abfc8c1cf572bbd722b56b', 'null', NULL, 1796069287683);
INSERT INTO guildline.workflow_output VALUES ('wf_a2201f6f54192cfcedd465bf41c814a3', 'null', NULL, 1796069287862);

INSERT INTO guildline.workflow_status VALUES ('wf_a01ae0b20980d624c0b1351c21b5e674', 'SUCCESS', 'run', '', '', '[]', NULL, NULL, NULL, 'previous#2f91c4aa-7813-433c-81e3-1efb39319300', 1796069287364, 1796069287536, 'guildline-1', '', NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, 'guildline_json', NULL, false, false, 1796069287536, NULL, NULL, NULL, false, 'guildline', '64801712-01cd-4f40-8278-bfbbfc938cc5');
INSERT INTO guildline.workflow_status VALUES ('wf_f3ae25d7f8abfc8c1cf572bbd722b56b', 'SUCCESS', 'run', '', '', '[]', NULL, NULL, NULL, 'previous#2f91c4aa-7813-433c-81e3-1efb39319300', 1796069287637, 1796069287683, 'guildline-1', '', NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, 'guildline_json', NULL, false, false, 1796069287683, NULL, NULL, NULL, false, 'guildline', '5c00c870-c525-4645-9574-99d0c17b442f');
INSERT INTO guildline.workflow_status VALUES ('wf_a2201f6f54192cfcedd465bf41c814a3', 'SUCCESS', 'run', '', '', '[]', NULL, NULL, NULL, 'previous#2f91c4aa-7813-433c-81e3-1efb39319300', 1796069287765, 1796069287862, 'guildline-1', '', NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, 'guildline_json', NULL, false, false, 1796069287862, NULL, NULL, NULL, false, 'guildline', '093d2b7f-7343-43cf-9e73-d04c17f6cd70');
INSERT INTO guildline.workflow_status VALUES ('wf_90ddce8516d08338514d44d5e34ba0dd', 'PENDING', 'run', '', '', '[]', NULL, NULL, NULL, 'previous#2f91c4aa-7813-433c-81e3-1efb39319300', 1796069287950, 1796069287950, 'guildline-1', '', NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, '5a5541fd-cc2a-43d5-b906-407796b536c8', NULL, 'guildline_json', NULL, false, false, NULL, NULL, NULL, NULL, false, 'guildline', '5a5541fd-cc2a-43d5-b906-407796b536c8');

SELECT pg_catalog.setval('guildline.runs_sequence_seq', 4, true);

ALTER TABLE ONLY guildline.application_versions
    ADD CONSTRAINT application_versions_pkey PRIMARY KEY (version_id);

ALTER TABLE ONLY guildline.application_versions
    ADD CONSTRAINT application_versions_version_name_key UNIQUE (version_name);

ALTER TABLE ONLY guildline.dbos_migrations
    ADD CONSTRAINT dbos_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY guildline.event_dispatch_kv
    ADD CONSTRAINT event_dispatch_kv_pkey PRIMARY KEY (service_name, workflow_fn_name, key);

ALTER TABLE ONLY guildline.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (message_uuid);

ALTER TABLE ONLY guildline.operation_outputs
    ADD CONSTRAINT operation_outputs_pkey PRIMARY KEY (workflow_uuid, function_id);

ALTER TABLE ONLY guildline.queues
    ADD CONSTRAINT queues_name_key UNIQUE (name);

ALTER TABLE ONLY guildline.queues
    ADD CONSTRAINT queues_pkey PRIMARY KEY (queue_id);

ALTER TABLE ONLY guildline.run_claims
    ADD CONSTRAINT run_claims_pkey PRIMARY KEY (run, step);

ALTER TABLE ONLY guildline.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY guildline.streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (workflow_uuid, key, "offset");

ALTER TABLE ONLY guildline.used_approvals
    ADD CONSTRAINT used_approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY guildline.workflow_events_history
    ADD CONSTRAINT workflow_events_history_pkey PRIMARY KEY (workflow_uuid, function_id, key);

ALTER TABLE ONLY guildline.workflow_events
    ADD CONSTRAINT workflow_events_pkey PRIMARY KEY (workflow_uuid, key);

ALTER TABLE ONLY guildline.workflow_input
    ADD CONSTRAINT workflow_input_pkey PRIMARY KEY (workflow_uuid);

ALTER TABLE ONLY guildline.workflow_output
    ADD CONSTRAINT workflow_output_pkey PRIMARY KEY (workflow_uuid);

ALTER TABLE ONLY guildline.workflow_schedules
    ADD CONSTRAINT workflow_schedules_pkey PRIMARY KEY (schedule_id);

ALTER TABLE ONLY guildline.workflow_schedules
    ADD CONSTRAINT workflow_schedules_schedule_name_key UNIQUE (schedule_name);

ALTER TABLE ONLY guildline.workflow_status
    ADD CONSTRAINT workflow_status_pkey PRIMARY KEY (workflow_uuid);

CREATE INDEX idx_operation_outputs_completed_at_function_name_v2 ON guildline.operation_outputs USING btree (completed_at_epoch_ms, function_name) INCLUDE (application_name);

CREATE INDEX idx_operation_outputs_retention ON guildline.operation_outputs USING btree (retention_timestamp);

CREATE INDEX idx_workflow_input_retention ON guildline.workflow_input USING btree (retention_timestamp);

CREATE INDEX idx_workflow_output_retention ON guildline.workflow_output USING btree (retention_timestamp);

CREATE INDEX idx_workflow_status_attributes ON guildline.workflow_status USING gin (attributes) WHERE (attributes IS NOT NULL);

CREATE INDEX idx_workflow_status_completed_at ON guildline.workflow_status USING btree (completed_at) WHERE (completed_at IS NOT NULL);

CREATE INDEX idx_workflow_status_deadline ON guildline.workflow_status USING btree (workflow_deadline_epoch_ms) WHERE ((status = ANY (ARRAY['ENQUEUED'::text, 'PENDING'::text, 'DELAYED'::text])) AND (workflow_deadline_epoch_ms IS NOT NULL));

CREATE INDEX idx_workflow_status_delayed ON guildline.workflow_status USING btree (delay_until_epoch_ms) WHERE (status = 'DELAYED'::text);

CREATE INDEX idx_workflow_status_failed ON guildline.workflow_status USING btree (status, created_at) WHERE (status = ANY (ARRAY['ERROR'::text, 'CANCELLED'::text, 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'::text]));

CREATE INDEX idx_workflow_status_forked_from ON guildline.workflow_status USING btree (forked_from) WHERE (forked_from IS NOT NULL);

CREATE INDEX idx_workflow_status_in_flight_v2 ON guildline.workflow_status USING btree (queue_name, status, priority, created_at) INCLUDE (application_name) WHERE (status = ANY (ARRAY['ENQUEUED'::text, 'PENDING'::text]));

CREATE INDEX idx_workflow_status_parent_workflow_id ON guildline.workflow_status USING btree (parent_workflow_id) WHERE (parent_workflow_id IS NOT NULL);

CREATE INDEX idx_workflow_status_partition_dequeue_v3 ON guildline.workflow_status USING btree (queue_name, status, queue_partition_key, priority, created_at, workflow_uuid) INCLUDE (application_name) WHERE ((status = ANY (ARRAY['ENQUEUED'::text, 'PENDING'::text])) AND (queue_partition_key IS NOT NULL));

CREATE INDEX idx_workflow_status_pending ON guildline.workflow_status USING btree (created_at) WHERE (status = 'PENDING'::text);

CREATE INDEX idx_workflow_status_rate_limited ON guildline.workflow_status USING btree (queue_name, started_at_epoch_ms) WHERE (rate_limited = true);

CREATE INDEX idx_workflow_status_schedule_name ON guildline.workflow_status USING btree (schedule_name) WHERE (schedule_name IS NOT NULL);

CREATE INDEX idx_workflow_status_started_at ON guildline.workflow_status USING btree (started_at_epoch_ms) WHERE (started_at_epoch_ms IS NOT NULL);

CREATE INDEX idx_workflow_topic ON guildline.notifications USING btree (destination_uuid, topic);

CREATE INDEX runs_by_caller ON guildline.runs USING btree (kind, caller, sequence);

CREATE UNIQUE INDEX runs_by_key ON guildline.runs USING btree (kind, caller, key) WHERE (status <> 'expired'::text);

CREATE INDEX runs_by_status ON guildline.runs USING btree (status, wake_at);

CREATE UNIQUE INDEX uq_application_versions_owner_version ON guildline.application_versions USING btree (application_name, version_name) WHERE (application_name IS NOT NULL);

CREATE UNIQUE INDEX uq_application_versions_unclaimed_version ON guildline.application_versions USING btree (version_name) WHERE (application_name IS NULL);

CREATE UNIQUE INDEX uq_workflow_status_dedup_id ON guildline.workflow_status USING btree (queue_name, deduplication_id) WHERE (deduplication_id IS NOT NULL);

CREATE INDEX workflow_status_created_at_index ON guildline.workflow_status USING btree (created_at);

ALTER TABLE ONLY guildline.notifications
    ADD CONSTRAINT notifications_destination_uuid_fkey FOREIGN KEY (destination_uuid) REFERENCES guildline.workflow_status(workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY guildline.run_claims
    ADD CONSTRAINT run_claims_run_fkey FOREIGN KEY (run) REFERENCES guildline.runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY guildline.streams
    ADD CONSTRAINT streams_workflow_uuid_fkey FOREIGN KEY (workflow_uuid) REFERENCES guildline.workflow_status(workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY guildline.workflow_events_history
    ADD CONSTRAINT workflow_events_history_workflow_uuid_fkey FOREIGN KEY (workflow_uuid) REFERENCES guildline.workflow_status(workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY guildline.workflow_events
    ADD CONSTRAINT workflow_events_workflow_uuid_fkey FOREIGN KEY (workflow_uuid) REFERENCES guildline.workflow_status(workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE;
